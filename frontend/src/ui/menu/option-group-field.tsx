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
import { Box, Row, Text } from "@/ui/layout";
import styles from "./options.module.css";

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
    <Box
      as="fieldset"
      marginBottom={6}
      aria-describedby={missing ? `${errorId} ${hintId}` : hintId}
    >
      <Text as="legend" size="l" weight={700} face="display">
        {group.name}
      </Text>
      <Row as="p" gap={2} align="center" oneLine marginTop={1} soft size="s" id={hintId}>
        <span>{groupHelp(group)}</span>
        {group.minSelect > 0 ? (
          <Badge tone="highlight">{m.menuItem.required}</Badge>
        ) : (
          <Badge tone="neutral">{m.menuItem.optional}</Badge>
        )}
      </Row>
      {missing ? (
        <Text marginTop={1} tone="danger" weight={650} id={errorId} role="alert">
          {missing}
        </Text>
      ) : null}
      <Box marginTop={2}>
        {group.options.map((option) => (
          <OptionRow
            key={option._id}
            group={group}
            option={option}
            selection={selection}
            onToggle={() => onChange(toggleOption(selection, group, option._id))}
          />
        ))}
      </Box>
    </Box>
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
    <Row
      as="label"
      gap={3}
      align="center"
      oneLine
      paddingBlock={2}
      lineBelow
      className={styles.option}
    >
      <input
        type={exactlyOne ? "radio" : "checkbox"}
        name={group._id}
        checked={chosen}
        disabled={!option.isAvailable || full}
        onChange={onToggle}
      />
      <Text as="span" grow shrinks breaks>
        {option.name}
      </Text>{" "}
      <Text as="span" soft tabular>
        {option.isAvailable ? termsOf(option) : m.common.soldOut}
      </Text>
    </Row>
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
