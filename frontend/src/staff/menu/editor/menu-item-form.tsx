import { type ReactNode, useState } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import type { MenuItem } from "@/domain/api/types";
import { EditForm } from "@/forms/edit-form";
import { messages as m } from "@/messages";
import { OptionGroups } from "@/staff/menu/editor/options/option-groups";
import { DeleteItem } from "./delete-item";
import { describeChange } from "./describe-change";
import { DraftPreview } from "./draft-preview";
import { MenuItemFields } from "./menu-item-fields";
import type { MenuSuggestions } from "./menu-suggestions";
import { useMenuItemForm } from "./use-menu-item-form";

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

export function MenuItemForm(props: MenuItemFormProps) {
  const { item, truckId, preview } = props;
  const { form, element, submit, problem, conflict, isRestored } = useMenuItemForm(props);
  const { isDirty, isSubmitting } = form.formState;
  const [isUploading, setUploading] = useState(false);
  return (
    <EditForm
      title={item ? m.common.editNamed({ name: item.name }) : m.menuEditor.titleNew}
      what={m.menuEditor.thisItem}
      backTo={props.backTo}
      formRef={element}
      onSubmit={submit}
      isDirty={isDirty}
      isSaving={isSubmitting}
      isUploading={isUploading}
      isRestored={isRestored}
      problem={problem}
      conflict={conflict && { ...conflict, changes: conflict.changes.map(describeChange) }}
      aside={<DraftPreview form={form} truckId={truckId} preview={preview} />}
    >
      {props.truckChoice}
      <MenuItemFields form={form} suggestions={props.suggestions} onUploading={setUploading} />
      <OptionGroups form={form} />
      {item ? <DeleteItem item={item} onDeleted={props.onDeleted} /> : null}
    </EditForm>
  );
}
