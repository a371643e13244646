import { useWatch } from "react-hook-form";
import { OptionRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { amountOnBlur } from "@/staff/menu/editor/menu-item-values";
import type { MenuItemFormApi } from "@/staff/menu/editor/use-menu-item-form";
import { Checkbox } from "@/ui/controls/choices/checkbox";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-input";
import { TextInput } from "@/ui/inputs/text-input";
import { Row } from "@/ui/layout";
import styles from "./option-groups.module.css";
import { RowButtons } from "./row-buttons";

interface OptionRowProps {
  form: MenuItemFormApi;
  group: number;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

export function OptionRow(props: OptionRowProps) {
  const { form, group, place } = props;
  const path = `optionGroups.${group}.options.${place}` as const;
  const title = useWatch({ control: form.control, name: `${path}.name` }) || `${place + 1}`;
  const errors = form.formState.errors.optionGroups?.[group]?.options?.[place];
  return (
    <li className={styles.option}>
      <div>
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
      <Row gap={2} align="center" justify="between" wide>
        <Checkbox
          label={
            <>
              {m.menuEditor.option.inStock} <span className="visually-hidden">({title})</span>
            </>
          }
          {...form.register(`${path}.isAvailable`)}
        />
        <RowButtons {...props} what={m.menuEditor.option.title({ title })} />
      </Row>
    </li>
  );
}
