import { type ReactNode, useState } from "react";
import type { StaffMenuItem } from "@/api/admin-types";
import type { MenuItem } from "@/api/types";
import { BackButton, useGoBack } from "@/components/ui/back-button";
import { ConflictNotice } from "@/components/ui/conflict-notice";
import { FormLayout } from "@/components/ui/form-layout";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { SaveBar } from "@/components/ui/save-bar";
import { UnsavedQuestion } from "@/components/ui/unsaved-question";
import { useLeaveGuard } from "@/lib/use-leave-guard";
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
  onSaved: (item: StaffMenuItem) => void;
  onDeleted: () => void;
}

export function MenuItemForm(props: MenuItemFormProps) {
  const { item, truckId, suggestions, backTo } = props;
  const { form, element, submit, problem, conflict } = useMenuItemForm(props);
  const { isDirty, isSubmitting } = form.formState;
  const [isUploading, setUploading] = useState(false);
  const guard = useLeaveGuard(isDirty);
  const goBack = useGoBack(backTo);
  return (
    <>
      <PageHeader
        title={item ? `Edit ${item.name}` : "New menu item"}
        back={<BackButton fallback={backTo} onLeave={guard.leave} />}
      />
      <form ref={element} onSubmit={submit} noValidate>
        {conflict ? (
          <ConflictNotice
            what="this dish"
            changes={conflict.changes.map(describeChange)}
            onTakeTheirs={conflict.takeTheirs}
            onKeepMine={conflict.keepMine}
          />
        ) : null}
        <FormLayout
          aside={<DraftPreview form={form} truckId={truckId} preview={props.preview} />}
          footer={
            <SaveBar
              isDirty={isDirty}
              isSaving={isSubmitting}
              isUploading={isUploading}
              onBack={() => guard.leave(goBack)}
            >
              {problem ? (
                <Notice tone="danger" role="alert" title="The dish was not stored">
                  {problem}
                </Notice>
              ) : null}
            </SaveBar>
          }
        >
          {props.truckChoice}
          <DishFields form={form} suggestions={suggestions} onUploading={setUploading} />
          <OptionGroups form={form} />
          {item ? <DeleteItem item={item} onDeleted={props.onDeleted} /> : null}
        </FormLayout>
      </form>
      <UnsavedQuestion guard={guard} />
    </>
  );
}
