import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { MenuItem } from "@/domain/api/types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { FormSkeleton } from "@/forms/form-skeleton";
import { leaveUnasked } from "@/forms/use-leave-guard";
import { AccessRestricted } from "@/staff/menu/access-restricted";
import { useCurrentUser } from "@/staff/session/session";
import { NoTrucks } from "@/staff/shell/no-trucks";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackButton, useReturnToList } from "@/ui/controls/back-button";
import { ErrorState } from "@/ui/feedback/error-state";
import { showToast } from "@/ui/feedback/toast-store";
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
  useDocumentTitle("New menu item");
  if (scope.truckId) {
    const choice = <TruckSelect scope={scope} />;
    return <ItemForm item={null} truckId={scope.truckId} scope={scope} truckChoice={choice} />;
  }
  return (
    <>
      <Header title="New menu item" />
      <NoTruck scope={scope} />
    </>
  );
}

function NoTruck({ scope: { isChooser, isLoading, error, refetch } }: { scope: TruckScope }) {
  if (!isChooser) return <AccessRestricted />;
  if (isLoading) return <FormSkeleton label="Loading trucks..." />;
  if (error) {
    return <ErrorState title={`Failed to load trucks: ${errorMessage(error)}`} onRetry={refetch} />;
  }
  return <NoTrucks />;
}

function EditItem({ id, scope }: { id: string; scope: TruckScope }) {
  const { data: item, error, isPending, refetch } = useQuery(menuItemQuery(id));
  useDocumentTitle(item ? `Edit ${item.name}` : "Edit menu item");
  if (item && isOwn(item)) return <ItemForm item={item} truckId={item.truckId} scope={scope} />;
  return (
    <>
      <Header title="Edit menu item" />
      {isPending ? <FormSkeleton label="Loading the menu item..." /> : null}
      {item ? (
        <ErrorState
          title="Access Restricted"
          description="This menu item belongs to another food truck."
        />
      ) : null}
      {error ? <ItemFailed error={error} onRetry={() => refetch()} /> : null}
    </>
  );
}

function ItemFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <ErrorState
        title="Menu item not found"
        description="It may have been deleted. The menu shows what there is."
      />
    );
  }
  return (
    <ErrorState
      title="Failed to load menu item"
      description={errorMessage(error)}
      onRetry={onRetry}
    />
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
    showToast({ type: "success", message: item ? `${name} saved` : `${name} is on the menu` });
    leaveUnasked(returnToMenu);
  }

  function handleDeleted(): void {
    showToast({ type: "success", message: "Menu item deleted" });
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
