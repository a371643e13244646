import type { ReactNode } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { OptionGroupRequest, OptionRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { PlusIcon } from "@/ui/icons/common-icons";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-and-percent-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { OptionFood } from "./diet-and-allergen-fields";
import {
  amountOnBlur,
  cannotBeMet,
  describeRule,
  NEW_OPTION,
  OPTION_LIMIT,
  OPTION_QUANTITY,
} from "./item-and-option-schema";
import { RemovedNotice, RowButtons, useRows } from "./movable-and-removable-rows";
import styles from "./option-groups-own-or-from-sets.module.css";
import type { MenuItemFormApi } from "./use-menu-item-form";

interface GroupFieldsProps {
  form: MenuItemFormApi;
  place: number;
  /** Beside the name. */
  buttons?: ReactNode;
  /** The options of a set are sold out at its menu items. */
  ofSet?: boolean;
}

/** What can be typed of one group: of a menu item, or the one that an option set is. */
export function GroupFields({ form, place, buttons, ofSet = false }: GroupFieldsProps) {
  const path = `optionGroups.${place}` as const;
  const title = useGroupTitle(form, place);
  const errors = form.formState.errors.optionGroups?.[place];
  return (
    <>
      <Stack gap={2} rowGap={1} className={styles.groupHead}>
        <Field
          label={ofSet ? m.common.name : m.menuEditor.group.label}
          error={errors?.name?.message}
        >
          <TextInput
            maxLength={OptionGroupRequest.name.maxLength}
            autoComplete="off"
            placeholder={m.menuEditor.group.placeholder}
            {...form.register(`${path}.name`)}
          />
        </Field>
        {buttons}
      </Stack>
      <GroupRule form={form} place={place} />
      <GroupOptions form={form} place={place} title={title} ofSet={ofSet} />
    </>
  );
}

/** The name of a group, or its number. */
export function useGroupTitle(form: MenuItemFormApi, place: number): string {
  return useWatch({ control: form.control, name: `optionGroups.${place}.name` }) || `${place + 1}`;
}

function GroupRule({ form, place }: { form: MenuItemFormApi; place: number }) {
  const path = `optionGroups.${place}` as const;
  const group = useWatch({ control: form.control, name: path });
  const errors = form.formState.errors.optionGroups?.[place];
  return (
    <Stack gap={2}>
      <Stack gap={3} className={styles.bounds}>
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
        <Field label={m.menuEditor.group.free} error={errors?.freeCount?.message}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={0}
            max={OPTION_LIMIT}
            {...form.register(`${path}.freeCount`, { valueAsNumber: true })}
          />
        </Field>
      </Stack>
      <Text weight={600} role="status">
        {group ? describeRule(group) : null}
      </Text>
      {group && cannotBeMet(group) ? (
        <Text
          surface="warning"
          radius="control"
          tone="warning"
          size="s"
          weight={600}
          className={styles.warning}
        >
          {m.menuEditor.group.tooMuchSoldOut}
        </Text>
      ) : null}
    </Stack>
  );
}

interface GroupOptionsProps {
  form: MenuItemFormApi;
  place: number;
  title: string;
  ofSet: boolean;
}

function GroupOptions({ form, place, title, ofSet }: GroupOptionsProps) {
  const path = `optionGroups.${place}.options` as const;
  const list = useFieldArray({ control: form.control, name: path });
  const rows = useRows({
    list,
    read: () => form.getValues(path),
    unnamed: m.menuEditor.option.unnamed,
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
            ofSet={ofSet}
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
          aria-label={m.menuEditor.group.addOptionTo({ title })}
          disabled={list.fields.length >= OPTION_LIMIT}
          onClick={() => {
            rows.forgetRemoved();
            list.append({ ...NEW_OPTION }, { focusName: `${path}.${list.fields.length}.name` });
          }}
        >
          <PlusIcon size={18} /> {m.menuEditor.group.addOption}
        </Button>
      </div>
    </>
  );
}

interface OptionRowProps {
  form: MenuItemFormApi;
  group: number;
  place: number;
  count: number;
  ofSet: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

function OptionRow(props: OptionRowProps) {
  const { form, group, place } = props;
  const path = `optionGroups.${group}.options.${place}` as const;
  const title = useWatch({ control: form.control, name: `${path}.name` }) || `${place + 1}`;
  const errors = form.formState.errors.optionGroups?.[group]?.options?.[place];
  return (
    <Stack as="li" align="start" paddingTop={3} lineAbove className={styles.option}>
      <div className={styles.optionName}>
        <Field
          label={m.menuEditor.option.placeholder({ place: place + 1 })}
          error={errors?.name?.message}
        >
          <TextInput
            maxLength={OptionRequest.name.maxLength}
            enterKeyHint="next"
            {...form.register(`${path}.name`)}
          />
        </Field>
      </div>
      <div>
        <Field label={m.menuEditor.option.extra} error={errors?.additionalPrice?.message}>
          <MoneyInput maxLength={10} {...amountOnBlur(form, `${path}.additionalPrice`)} />
        </Field>
      </div>
      <div>
        <Field label={m.menuEditor.option.upTo} error={errors?.maxQuantity?.message}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={OPTION_QUANTITY.minimum}
            max={OPTION_QUANTITY.maximum}
            {...form.register(`${path}.maxQuantity`, { valueAsNumber: true })}
          />
        </Field>
      </div>
      <Row gap={2} align="center" justify={props.ofSet ? "end" : "between"} wide>
        {props.ofSet ? null : (
          <Checkbox
            label={
              <>
                {m.menuEditor.option.inStock} <span className="visually-hidden">({title})</span>
              </>
            }
            {...form.register(`${path}.isAvailable`)}
          />
        )}
        <RowButtons {...props} title={title} labels={m.menuEditor.option} />
      </Row>
      <div className={styles.wide}>
        <OptionFood form={form} path={path} title={title} errors={errors} />
      </div>
    </Stack>
  );
}
