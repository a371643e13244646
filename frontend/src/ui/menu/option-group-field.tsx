import { useId } from "react";
import type { MenuOption, OptionGroup } from "@/domain/api/types";
import {
  groupHelp,
  isFull,
  missingIn,
  type Selection,
  toggleOption,
} from "@/domain/menu/option-rules";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import styles from "./option-group-field.module.css";

interface OptionGroupFieldProps {
  group: OptionGroup;
  selection: Selection;
  onChange: (selection: Selection) => void;
  /** Whether what is missing is to be said now. */
  showMissing: boolean;
}

export function OptionGroupField(props: OptionGroupFieldProps) {
  const { group, selection, onChange, showMissing } = props;
  const hintId = useId();
  const errorId = useId();
  const missing = showMissing ? missingIn(selection, group) : null;
  return (
    <fieldset className={styles.group} aria-describedby={missing ? `${errorId} ${hintId}` : hintId}>
      <legend className={styles.legend}>{group.name}</legend>
      <p id={hintId} className={styles.hint}>
        <span>{groupHelp(group)}</span>
        {group.minSelect > 0 ? (
          <Badge tone="highlight">{m.menuItem.required}</Badge>
        ) : (
          <Badge tone="neutral">{m.menuItem.optional}</Badge>
        )}
      </p>
      {missing ? (
        <p id={errorId} role="alert" className={styles.missing}>
          {missing}
        </p>
      ) : null}
      <div className={styles.options}>
        {group.options.map((option) => (
          <OptionRow
            key={option._id}
            group={group}
            option={option}
            selection={selection}
            onToggle={() => onChange(toggleOption(selection, group, option._id))}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface OptionRowProps {
  group: OptionGroup;
  option: MenuOption;
  selection: Selection;
  onToggle: () => void;
}

function OptionRow({ group, option, selection, onToggle }: OptionRowProps) {
  const chosen = selection[group._id]?.includes(option._id) ?? false;
  const exactlyOne = group.minSelect === 1 && group.maxSelect === 1;
  const full = !chosen && group.maxSelect > 1 && isFull(selection, group);
  return (
    <label className={styles.option}>
      <input
        type={exactlyOne ? "radio" : "checkbox"}
        name={group._id}
        checked={chosen}
        disabled={!option.isAvailable || full}
        onChange={onToggle}
      />
      <span className={styles.name}>{option.name}</span>{" "}
      <span className={styles.extra}>
        {option.isAvailable ? termsOf(option) : m.common.soldOut}
      </span>
    </label>
  );
}

/** What it costs more, and how many are left once they are few. */
function termsOf({ additionalPrice, remaining }: MenuOption): string {
  const terms = [
    ...(remaining === undefined ? [] : [m.menuItem.left({ left: remaining })]),
    ...(additionalPrice > 0 ? [`+${formatDollars(additionalPrice)}`] : []),
  ];
  return terms.join(" · ");
}
