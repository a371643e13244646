import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { MenuItem } from "@/domain/api/types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { FormSkeleton } from "@/forms/edit-form";
import { leaveUnasked } from "@/forms/leaving/use-leave-guard";
import { messages as m } from "@/messages";
import { AccessRestricted } from "@/staff/menu/access-restricted";
import { useCurrentUser } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-content";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackButton, useReturnToList } from "@/ui/controls/back-button";
import { ErrorState } from "@/ui/feedback/error-state";
import { showToast } from "@/ui/feedback/toast";
import { PageHeader } from "@/ui/layout/page-header";
import { isOwn, menuItemQuery } from "./api";
import { MenuItemForm } from "./menu-item-form";
import { MenuItemPreview } from "./menu-item-preview";
import { suggestionsFrom } from "./menu-suggestions";

const MENU = "/admin/menu";

export function MenuItemFormPage() {
  const { id } = useParams();
  const scope = useTruckScope();
  return id === undefined ? <NewItem scope={scope} /> : <EditItem id={id} scope={scope} />;
}

function NewItem({ scope }: { scope: TruckScope }) {
  useDocumentTitle(m.menuEditor.titleNew);
  if (scope.truckId) {
    const choice = <TruckSelect scope={scope} />;
    return <ItemForm item={null} truckId={scope.truckId} scope={scope} truckChoice={choice} />;
  }
  return (
    <>
      <Header title={m.menuEditor.titleNew} />
      <TruckContent
        scope={scope}
        skeleton={<FormSkeleton label={m.common.loadingTrucks} />}
        noTruck={<AccessRestricted />}
      >
        {null}
      </TruckContent>
    </>
  );
}

function EditItem({ id, scope }: { id: string; scope: TruckScope }) {
  const { data: item, error, isPending, refetch } = useQuery(menuItemQuery(id));
  useDocumentTitle(item ? m.common.editNamed({ name: item.name }) : m.menuEditor.titleEdit);
  if (item && isOwn(item)) return <ItemForm item={item} truckId={item.truckId} scope={scope} />;
  return (
    <>
      <Header title={m.menuEditor.titleEdit} />
      {isPending ? <FormSkeleton label={m.menuEditor.loading} /> : null}
      {item ? (
        <ErrorState title={m.common.accessRestricted} description={m.menuEditor.otherTruck} />
      ) : null}
      {error ? <ItemFailed error={error} onRetry={() => refetch()} /> : null}
    </>
  );
}

function ItemFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return <ErrorState title={m.menuEditor.notFound} description={m.menuEditor.notFoundHint} />;
  }
  return (
    <ErrorState title={m.menuEditor.failed} description={errorMessage(error)} onRetry={onRetry} />
  );
}

function Header({ title }: { title: string }) {
  return <PageHeader title={title} back={<BackButton fallback={MENU} />} />;
}

interface ItemFormProps {
  item: StaffMenuItem | null;
  truckId: string;
  scope: TruckScope;
  truckChoice?: ReactNode;
}

function ItemForm({ item, truckId, scope, truckChoice }: ItemFormProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { _id: userId } = useCurrentUser();
  const { data: menu } = useQuery(staffMenuQuery(truckId));
  const suggestions = useMemo(() => suggestionsFrom(menu ?? []), [menu]);
  const truck = scope.trucks.find(({ _id }) => _id === truckId) ?? null;
  const menuPath = scope.isChooser ? `${MENU}?truck=${truckId}` : MENU;
  const preview = useCallback(
    (draft: MenuItem) => <MenuItemPreview draft={draft} truck={truck} />,
    [truck],
  );

  const returnToMenu = useReturnToList(menuPath);

  function handleSaved({ name }: StaffMenuItem): void {
    showToast({
      type: "success",
      message: item ? m.common.savedNamed({ name }) : m.common.isOnMenu({ name }),
    });
    leaveUnasked(returnToMenu);
  }

  function handleDeleted(): void {
    showToast({ type: "success", message: m.menuEditor.deleted });
    leaveUnasked(() => void navigate(menuPath, { replace: true }));
  }

  return (
    <MenuItemForm
      item={item}
      truckId={truckId}
      suggestions={suggestions}
      truckChoice={truckChoice}
      preview={preview}
      draftKey={`${userId} ${pathname}`}
      backTo={menuPath}
      onSaved={handleSaved}
      onDeleted={handleDeleted}
    />
  );
}
