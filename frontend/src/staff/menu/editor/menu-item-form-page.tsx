import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { MenuItem } from "@/domain/api/public-types";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { allMenusKey } from "@/domain/query-keys";
import { EditForm } from "@/forms/edit-form-and-preview-frame";
import { leaveUnasked } from "@/forms/unsaved-guard-and-form-drawer";
import { messages as m } from "@/messages";
import { AccountWithoutTruck } from "@/staff/menu/account-without-truck";
import { deleteItem, isOwn, menuItemQuery } from "@/staff/menu/api";
import { useCurrentUser } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { FormSkeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { BackButton, useReturnToList } from "@/ui/layout/back-button-and-return-to-list";
import { FormSection } from "@/ui/layout/form-section-row-and-folded";
import { PageHeader } from "@/ui/layout/page-header";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import {
  MenuItemFields,
  type MenuSuggestions,
  suggestionsFrom,
} from "./menu-item-and-sale-time-fields";
import { DraftPreview, MenuItemPreview } from "./menu-item-preview";
import { OptionGroups } from "./option-groups-own-or-from-sets";
import { TranslationFields } from "./translation-fields";
import { useMenuItemForm } from "./use-menu-item-form";

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
        noTruck={<AccountWithoutTruck />}
      >
        {null}
      </TruckContent>
    </>
  );
}

function EditItem({ id, scope }: { id: string; scope: TruckScope }) {
  const query = useQuery(menuItemQuery(id));
  const item = query.data;
  useDocumentTitle(item ? m.common.editNamed({ name: item.name }) : m.menuEditor.titleEdit);
  if (item && isOwn(item)) return <ItemForm item={item} truckId={item.truckId} scope={scope} />;
  return (
    <>
      <Header title={m.menuEditor.titleEdit} />
      <Loaded
        query={query}
        skeleton={<FormSkeleton label={m.menuEditor.loading} />}
        failed={m.menuEditor.failed}
        missing={
          <ErrorState title={m.menuEditor.notFound} description={m.menuEditor.notFoundHint} />
        }
      >
        {() => (
          <ErrorState title={m.menuShared.accessRestricted} description={m.menuEditor.otherTruck} />
        )}
      </Loaded>
    </>
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
      message: item ? m.common.savedNamed({ name }) : m.menuShared.isOnMenu({ name }),
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

interface MenuItemFormProps {
  /** The menu item to change; null makes a new one. */
  item: StaffMenuItem | null;
  truckId: string;
  suggestions: MenuSuggestions;
  /** The choice of the truck, for those who may choose. */
  truckChoice?: ReactNode;
  /** How customers will see it. */
  preview: (draft: MenuItem) => ReactNode;
  backTo: string;
  /** Names the person and the form. */
  draftKey: string;
  onSaved: (item: StaffMenuItem) => void;
  onDeleted: () => void;
}

function MenuItemForm(props: MenuItemFormProps) {
  const { item, truckId, preview } = props;
  const record = useMenuItemForm(props);
  const { form } = record;
  const [isUploading, setUploading] = useState(false);
  return (
    <EditForm
      title={item ? m.common.editNamed({ name: item.name }) : m.menuEditor.titleNew}
      conflictTitle={m.menuEditor.conflict.title}
      backTo={props.backTo}
      record={record}
      isUploading={isUploading}
      aside={<DraftPreview form={form} truckId={truckId} preview={preview} />}
    >
      {props.truckChoice}
      <MenuItemFields form={form} suggestions={props.suggestions} onUploading={setUploading} />
      <OptionGroups form={form} truckId={truckId} itemId={item?._id ?? null} />
      <TranslationFields form={form} />
      {item ? <DeleteItem item={item} onDeleted={props.onDeleted} /> : null}
    </EditForm>
  );
}

interface DeleteItemProps {
  item: StaffMenuItem;
  onDeleted: () => void;
}

/** The end of the form: deletes the menu item, after a question. */
function DeleteItem({ item, onDeleted }: DeleteItemProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteItem(item._id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: allMenusKey(), refetchType: "none" });
      onDeleted();
    },
    onError: () => showToast({ type: "error", message: m.menuShared.menuItemNotDeleted }),
    onSettled: () => setAsking(false),
  });
  return (
    <FormSection title={m.common.delete} description={m.menuEditor.delete.hint}>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.menuEditor.delete.action}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.menuEditor.delete.title({ name: item.name })}
        confirmLabel={m.common.delete}
        destructive
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        {m.menuShared.deleteMenuItemHint}
      </ConfirmDialog>
    </FormSection>
  );
}
