import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { useLocation, useNavigate, useParams } from "react-router";
import type { MenuItem } from "@/domain/api/public-types";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { allMenusKey } from "@/domain/query-keys";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { isImageUrl } from "@/domain/values/image-urls";
import { centsToDollars, parseDollars } from "@/domain/values/money";
import { EditForm, PreviewFrame } from "@/forms/edit-form";
import { leaveUnasked } from "@/forms/unsaved-guard-and-form-drawer";
import { messages as m } from "@/messages";
import { AccountWithoutTruck } from "@/staff/menu/account-without-truck";
import { deleteItem, isOwn, menuItemQuery } from "@/staff/menu/api";
import { useCurrentUser } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { FormSkeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { BackButton, useReturnToList } from "@/ui/layout/back-button";
import { FormSection } from "@/ui/layout/form-section";
import { PageHeader } from "@/ui/layout/page-header";
import { MenuItemCard } from "@/ui/menu/menu-item-card";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { type MenuItemValues, statedNames } from "./item-and-option-schema";
import { MenuItemFields, type MenuSuggestions, suggestionsFrom } from "./menu-item-fields";
import { OptionGroups } from "./option-groups";
import { TranslationFields } from "./translation-fields";
import { type MenuItemFormApi, useMenuItemForm } from "./use-menu-item-form";

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

function DeleteItem({ item, onDeleted }: DeleteItemProps) {
  return (
    <DeleteSection
      title={m.common.delete}
      description={m.menuEditor.delete.hint}
      action={m.menuEditor.delete.action}
      question={m.menuEditor.delete.title({ name: item.name })}
      confirmLabel={m.common.delete}
      failed={m.menuShared.menuItemNotDeleted}
      remove={() => deleteItem(item._id)}
      outdated={allMenusKey()}
      onDeleted={onDeleted}
    >
      {m.menuShared.deleteMenuItemHint}
    </DeleteSection>
  );
}

interface DraftPreviewProps {
  form: MenuItemFormApi;
  truckId: string;
  preview: (draft: MenuItem) => ReactNode;
}

/** Follows every keystroke, apart from the form, so that typing redraws only this. */
function DraftPreview({ form, truckId, preview }: DraftPreviewProps) {
  useWatch({ control: form.control });
  return <PreviewFrame>{preview(draftItem(form.getValues(), truckId))}</PreviewFrame>;
}

interface MenuItemPreviewProps {
  draft: MenuItem;
  truck: StaffTruck | null;
}

/** The customers' own card, to look at; what can be chosen opens as it will for them. */
function MenuItemPreview({ draft, truck }: MenuItemPreviewProps) {
  const [isOpen, setOpen] = useState(false);
  // Another opening starts with nothing chosen.
  const [opening, setOpening] = useState(0);
  return (
    <div {...(truck ? truckHueProps(truck) : {})}>
      <ul inert>
        <MenuItemCard item={draft} orderable onAdd={ignore} onChooseOptions={ignore} />
      </ul>
      {draft.hasOptions ? (
        <Button
          variant="quiet"
          onClick={() => {
            setOpening(opening + 1);
            setOpen(true);
          }}
        >
          {m.menuEditor.preview.tryOptions}
        </Button>
      ) : null}
      <OptionsDialog
        key={opening}
        item={draft}
        open={isOpen}
        onOpenChange={setOpen}
        onClosed={ignore}
        onAdd={() => setOpen(false)}
      />
    </div>
  );
}

function ignore(): void {
  // Nothing is ordered from a preview.
}

/** The menu item as customers would see it if it were stored now; what is half typed counts as nothing. */
function draftItem(values: MenuItemValues, truckId: string): MenuItem {
  return {
    ...values,
    diets: statedNames(values.diets) as MenuItem["diets"],
    allergens: statedNames(values.allergens) as MenuItem["allergens"],
    _id: "draft",
    truckId,
    name: values.name.trim() || m.menuEditor.preview.name,
    description: values.description.trim(),
    category: values.category.trim(),
    section: values.section.trim(),
    basePrice: dollars(values.basePrice),
    imageUrl: isImageUrl(values.imageUrl) ? values.imageUrl : null,
    soldOutUntil: null,
    hasOptions: values.optionGroups.length > 0,
    position: 0,
    optionGroups: values.optionGroups.map((group, place) => ({
      _id: `group-${place}`,
      name: group.name.trim() || m.menuEditor.group.label,
      minSelect: group.minSelect || 0,
      maxSelect: Math.max(1, group.maxSelect || 1),
      freeCount: group.freeCount || 0,
      options: group.options.map((option, row) => ({
        _id: `option-${place}-${row}`,
        name: option.name.trim() || m.menuEditor.option.placeholder({ place: row + 1 }),
        additionalPrice: dollars(option.additionalPrice),
        isAvailable: option.isAvailable,
        maxQuantity: option.maxQuantity || 1,
        soldOutUntil: null,
        allergens: statedNames(option.allergens) as MenuItem["allergens"],
        notFor: option.notFor,
      })),
    })),
  };
}

function dollars(text: string): number {
  return centsToDollars(parseDollars(text) ?? 0);
}

interface DeleteSectionProps {
  title: string;
  description: string;
  /** What the button says. */
  action: string;
  /** What is asked before, and what its button says. */
  question: string;
  confirmLabel: string;
  children: ReactNode;
  /** What is said when it did not work. */
  failed: string;
  remove: () => Promise<unknown>;
  /** What in the cache is old afterwards. */
  outdated: QueryKey;
  onDeleted: () => void;
}

/** The end of a form: deletes what it is about, after a question. */
function DeleteSection(props: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: props.remove,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: props.outdated, refetchType: "none" });
      props.onDeleted();
    },
    onError: () => showToast({ type: "error", message: props.failed }),
    onSettled: () => setAsking(false),
  });
  return (
    <FormSection title={props.title} description={props.description}>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {props.action}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={props.question}
        confirmLabel={props.confirmLabel}
        destructive
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        {props.children}
      </ConfirmDialog>
    </FormSection>
  );
}
