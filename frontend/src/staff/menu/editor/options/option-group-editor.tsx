import { useFieldArray, useWatch } from "react-hook-form";
import { OptionGroupRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { NEW_OPTION, OPTION_LIMIT } from "@/staff/menu/editor/menu-item-values";
import type { MenuItemFormApi } from "@/staff/menu/editor/use-menu-item-form";
import { Button } from "@/ui/controls/button";
import { PlusIcon } from "@/ui/icons/order-icons";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Box, Stack, Text } from "@/ui/layout";
import { cannotBeMet, describeRule } from "./group-rule";
import styles from "./option-groups.module.css";
import { OptionRow } from "./option-row";
import { RemovedNotice, RowButtons } from "./row-buttons";
import { useRows } from "./use-rows";

interface OptionGroupEditorProps {
  form: MenuItemFormApi;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

export function OptionGroupEditor(props: OptionGroupEditorProps) {
  const { form, place } = props;
  const path = `optionGroups.${place}` as const;
  const title = useWatch({ control: form.control, name: `${path}.name` }) || `${place + 1}`;
  const errors = form.formState.errors.optionGroups?.[place];
  return (
    <Box as="li" padding={4} surface="card" radius="card" raised>
      <Stack as="fieldset" gap={4}>
        <legend className="visually-hidden">{m.menuEditor.group.title({ title })}</legend>
        <Stack gap={2} rowGap={1} className={styles.groupHead}>
          <Field label={m.menuEditor.group.label} error={errors?.name?.message}>
            <TextInput
              maxLength={OptionGroupRequest.name.maxLength}
              autoComplete="off"
              placeholder={m.menuEditor.group.placeholder}
              {...form.register(`${path}.name`)}
            />
          </Field>
          <RowButtons {...props} what={m.menuEditor.group.named({ title })} />
        </Stack>
        <GroupRule form={form} place={place} />
        <GroupOptions form={form} place={place} title={title} />
      </Stack>
    </Box>
  );
}

function GroupRule({ form, place }: { form: MenuItemFormApi; place: number }) {
  const path = `optionGroups.${place}` as const;
  const group = useWatch({ control: form.control, name: path });
  const errors = form.formState.errors.optionGroups?.[place];
  return (
    <Stack gap={2}>
      <div className={styles.bounds}>
        <Field label={m.menuEditor.group.least} error={errors?.minSelect?.message}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={0}
            max={OPTION_LIMIT}
            {...form.register(`${path}.minSelect`, { valueAsNumber: true })}
          />
        </Field>
        <Field label={m.menuEditor.group.most} error={errors?.maxSelect?.message}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={OPTION_LIMIT}
            {...form.register(`${path}.maxSelect`, { valueAsNumber: true })}
          />
        </Field>
      </div>
      <Text weight={600} role="status">
        {group ? describeRule(group) : null}
      </Text>
      {group && cannotBeMet(group) && group.options.length >= group.minSelect ? (
        <p className={styles.warning}>{m.menuEditor.group.tooMuchSoldOut}</p>
      ) : null}
    </Stack>
  );
}

interface GroupOptionsProps {
  form: MenuItemFormApi;
  place: number;
  title: string;
}

function GroupOptions({ form, place, title }: GroupOptionsProps) {
  const path = `optionGroups.${place}.options` as const;
  const list = useFieldArray({ control: form.control, name: path });
  const rows = useRows({
    list,
    read: () => form.getValues(path),
    kind: "option",
    firstField: (row) => `${path}.${row}.name`,
  });
  const errors = form.formState.errors.optionGroups?.[place]?.options;
  const wrong = errors?.root?.message ?? errors?.message;
  return (
    <>
      <p role="status" className="visually-hidden">
        {rows.news}
      </p>
      <Stack as="ol" gap={4} aria-label={m.menuEditor.group.optionsOf({ title })}>
        {list.fields.map((row, index) => (
          <OptionRow
            key={row.id}
            form={form}
            group={place}
            place={index}
            count={list.fields.length}
            onMove={rows.move}
            onRemove={rows.remove}
          />
        ))}
      </Stack>
      {rows.removed ? <RemovedNotice key={rows.removed.title} removed={rows.removed} /> : null}
      {wrong ? (
        <Text tone="danger" size="s" weight={600} role="alert">
          {wrong}
        </Text>
      ) : null}
      <div>
        <Button
          variant="quiet"
          disabled={list.fields.length >= OPTION_LIMIT}
          onClick={() => {
            rows.forgetRemoved();
            list.append({ ...NEW_OPTION }, { focusName: `${path}.${list.fields.length}.name` });
          }}
        >
          <PlusIcon size={18} /> {m.menuEditor.group.addOption}{" "}
          <span className="visually-hidden">{m.menuEditor.group.addOptionTo({ title })}</span>
        </Button>
      </div>
    </>
  );
}
