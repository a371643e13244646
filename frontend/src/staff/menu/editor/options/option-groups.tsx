import { useFieldArray } from "react-hook-form";
import { messages as m } from "@/messages";
import { GROUP_LIMIT, NEW_GROUP } from "@/staff/menu/editor/menu-item-values";
import type { MenuItemFormApi } from "@/staff/menu/editor/use-menu-item-form";
import { Button } from "@/ui/controls/button";
import { PlusIcon } from "@/ui/icons/order-icons";
import { Stack, Text } from "@/ui/layout";
import { FormSection } from "@/ui/layout/form-section";
import { OptionGroupEditor } from "./option-group-editor";
import { RemovedNotice } from "./row-buttons";
import { useRows } from "./use-rows";

/** What customers choose about a menu item, edited in place. */
export function OptionGroups({ form }: { form: MenuItemFormApi }) {
  const list = useFieldArray({ control: form.control, name: "optionGroups" });
  const rows = useRows({
    list,
    read: () => form.getValues("optionGroups"),
    kind: "group",
    firstField: (place) => `optionGroups.${place}.name`,
  });
  const { optionGroups: errors } = form.formState.errors;
  const wrong = errors?.root?.message ?? errors?.message;
  return (
    <FormSection title={m.common.options} description={m.menuEditor.groups.lead}>
      <p role="status" className="visually-hidden">
        {rows.news}
      </p>
      {list.fields.length > 0 ? (
        <Stack as="ol" gap={4}>
          {list.fields.map((row, place) => (
            <OptionGroupEditor
              key={row.id}
              form={form}
              place={place}
              count={list.fields.length}
              onMove={rows.move}
              onRemove={rows.remove}
            />
          ))}
        </Stack>
      ) : null}
      {rows.removed ? <RemovedNotice key={rows.removed.title} removed={rows.removed} /> : null}
      {wrong ? (
        <Text tone="danger" size="s" weight={600} role="alert">
          {wrong}
        </Text>
      ) : null}
      <div>
        <Button
          disabled={list.fields.length >= GROUP_LIMIT}
          onClick={() => {
            rows.forgetRemoved();
            list.append(structuredClone(NEW_GROUP), {
              focusName: `optionGroups.${list.fields.length}.name`,
            });
          }}
        >
          <PlusIcon size={18} /> {m.menuEditor.groups.add}
        </Button>
      </div>
    </FormSection>
  );
}
