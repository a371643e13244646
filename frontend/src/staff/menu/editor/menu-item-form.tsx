import { type ReactNode, useState } from "react";
import type { StaffMenuItem } from "@/api/admin-types";
import type { MenuItem } from "@/api/types";
import { EditForm } from "@/components/ui/edit-form";
import { DeleteItem } from "./delete-item";
import { describeChange } from "./describe-change";
import { DishFields } from "./dish-fields";
import { DraftPreview } from "./draft-preview";
import { OptionGroups } from "./option-groups";
import { useMenuItemForm } from "./use-menu-item-form";

export interface MenuSuggestions {
  categories: readonly string[];
  sections: readonly string[];
}

interface MenuItemFormProps {
  /** The dish to change; null makes a new one. */
  item: StaffMenuItem | null;
  truckId: string;
  suggestions: MenuSuggestions;
  /** The choice of the truck, for whoever may choose. */
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
      title={item ? `Edit ${item.name}` : "New menu item"}
      what="dish"
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
      <DishFields form={form} suggestions={props.suggestions} onUploading={setUploading} />
      <OptionGroups form={form} />
      {item ? <DeleteItem item={item} onDeleted={props.onDeleted} /> : null}
    </EditForm>
  );
}
