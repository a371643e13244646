import { useId, useRef, useState } from "react";
import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/public-types";
import { type Choice, ITEM_INSTRUCTIONS_LIMIT } from "@/domain/cart/cart-item";
import { MAX_QUANTITY } from "@/domain/cart/cart-lines";
import { whenServed } from "@/domain/cart/reconcile-cart";
import { countLeft, type Pieces } from "@/domain/menu/counted-stock";
import {
  allergenSentence,
  dietList,
  endedDiets,
  type FoodFilter,
  lineAllergens,
  markOf,
  NO_FOOD_FILTER,
  namesOf,
} from "@/domain/menu/diets-and-allergens";
import {
  asOffered,
  chosenOptions,
  groupHelp,
  isFull,
  missingIn,
  quantityOf,
  type Selection,
  selectionCents,
  setOptionQuantity,
  soldOutNames,
  toggleOption,
} from "@/domain/menu/option-selection-and-price";
import { formatCents, formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { Badge } from "@/ui/content/badge";
import { ResponsiveImage } from "@/ui/content/images-and-letter-plates";
import { Button } from "@/ui/controls/button";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Field } from "@/ui/inputs/field";
import { Textarea } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import styles from "./options.module.css";

interface OptionsDialogProps {
  item: MenuItem;
  /** What the customer wants of diets and allergens. */
  filter?: FoodFilter;
  /** Why the truck takes no orders now, where that matters; null while it does. */
  closedReason?: string | null;
  /** What is said beside the button while nothing else is, such as that nothing is live. */
  note?: string | null;
  /** What is in the cart already; it counts for what is left. */
  taken?: Pieces;
  /** What the button says before the price. */
  addLabel?: string;
  /** What was chosen before, when a line is changed. */
  before?: { selection: Selection; quantity: number; specialInstructions: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
  onAdd: (choice: Choice) => void;
}

/** Everything to decide about one menu item; each group's minimum and maximum is held here. */
export function OptionsDialog(props: OptionsDialogProps) {
  const {
    item,
    filter = NO_FOOD_FILTER,
    closedReason = null,
    note = null,
    taken,
    addLabel = m.menuItem.add,
    before,
    open,
    onOpenChange,
    onClosed,
    onAdd,
  } = props;
  const [chosen, setChosen] = useState<Selection>(before?.selection ?? {});
  const [wished, setQuantity] = useState(before?.quantity ?? 1);
  const [specialInstructions, setInstructions] = useState(before?.specialInstructions ?? "");
  const [tried, setTried] = useState(false);
  // The menu may change while a customer chooses from it.
  const selection = asOffered(chosen, item.optionGroups);
  const options = chosenOptions(selection, item.optionGroups);
  const left = countLeft(
    item,
    options.map(({ option, quantity: pieces }) => ({ ...option, quantity: pieces })),
    taken,
  );
  const quantity = Math.min(wished, Math.max(1, left ?? wished));
  const blocked =
    closedReason ??
    (item.isAvailable ? null : cannotBeHad(item)) ??
    (left === 0 ? m.menuItem.allInCart : null);
  const notice =
    blocked ??
    justSoldOut(soldOutNames(chosen, item.optionGroups)) ??
    (left !== null && wished > left ? m.menuItem.left({ left }) : null) ??
    note;
  const groupsElement = useRef<HTMLDivElement>(null);

  function handleAdd() {
    const missing = item.optionGroups.findIndex((group) => missingIn(selection, group) !== null);
    if (missing === -1) {
      onAdd({ menuItem: item, quantity, chosen: options, specialInstructions });
      return;
    }
    setTried(true);
    const group = groupsElement.current?.querySelectorAll("fieldset").item(missing);
    group?.scrollIntoView({ block: "nearest" });
    group?.querySelector<HTMLInputElement>("input:enabled")?.focus();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title={item.name}
      footer={
        <Row gap={3}>
          {notice ? (
            <p role="alert" className={styles.notice}>
              {notice}
            </p>
          ) : null}
          <QuantityStepper
            value={quantity}
            onChange={setQuantity}
            itemName={item.name}
            max={Math.max(1, left ?? MAX_QUANTITY)}
          />
          <Button
            variant="primary"
            className={styles.add}
            disabled={blocked !== null}
            onClick={handleAdd}
          >
            {addLabel} · {formatCents(selectionCents(item, selection, quantity))}
          </Button>
        </Row>
      }
    >
      {item.isAvailable && item.remaining !== undefined ? (
        <Box as="p" marginBottom={3}>
          <Badge tone="warning">{m.menuItem.left({ left: item.remaining })}</Badge>
        </Box>
      ) : null}
      <Row gap={4} align="center" oneLine marginBottom={6}>
        {item.imageUrl ? (
          <div className={styles.image}>
            <ResponsiveImage
              address={item.imageUrl}
              alt=""
              sizes="7rem"
              ratio="square"
              fallback={null}
              eager
            />
          </div>
        ) : null}
        {item.description ? <Text soft>{item.description}</Text> : null}
      </Row>
      <ItemFood item={item} chosen={options.map(({ option }) => option)} />
      <div ref={groupsElement}>
        {item.optionGroups.map((group) => (
          <OptionGroupField
            key={group._id}
            item={item}
            group={group}
            filter={filter}
            selection={selection}
            onChange={setChosen}
            showMissing={tried}
          />
        ))}
      </div>
      <Field
        label={m.menuItem.instructions}
        hint={m.menuItem.instructionsHint({ limit: ITEM_INSTRUCTIONS_LIMIT })}
      >
        <Textarea
          value={specialInstructions}
          rows={2}
          maxLength={ITEM_INSTRUCTIONS_LIMIT}
          onChange={(event) => setInstructions(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

/** What the choice is for and contains, as far as it is stated, and that the kitchen is shared. */
function ItemFood({ item, chosen }: { item: MenuItem; chosen: readonly MenuOption[] }) {
  const ended = chosen.flatMap(endedDiets);
  const diets = item.diets?.filter((diet) => !ended.includes(diet)) ?? [];
  const sentence = allergenSentence(lineAllergens(item, chosen));
  return (
    <Stack gap={1} marginBottom={5}>
      <Stack gap={1} aria-live="polite">
        {diets.length > 0 ? <Text weight={650}>{dietList(diets)}</Text> : null}
        <Text weight={600}>{sentence ?? m.food.allergensNotStated}</Text>
      </Stack>
      <Text soft size="s">
        {m.food.sharedKitchen}
      </Text>
    </Stack>
  );
}

function cannotBeHad(item: MenuItem): string {
  const { name } = item;
  const times = whenServed(item);
  return times ? m.menuItem.served.of({ name, times }) : m.menuItem.isSoldOut({ name });
}

function justSoldOut(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  return m.menuItem.justSoldOut({ names: formatList(names) });
}

interface OptionGroupFieldProps {
  item: MenuItem;
  group: OptionGroup;
  filter: FoodFilter;
  selection: Selection;
  onChange: (selection: Selection) => void;
  /** Whether what is missing is to be said now. */
  showMissing: boolean;
}

function OptionGroupField(props: OptionGroupFieldProps) {
  const { item, group, filter, selection, onChange, showMissing } = props;
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
            item={item}
            group={group}
            option={option}
            filter={filter}
            selection={selection}
            onChange={onChange}
          />
        ))}
      </Box>
    </Box>
  );
}

interface OptionRowProps {
  item: MenuItem;
  group: OptionGroup;
  option: MenuOption;
  filter: FoodFilter;
  selection: Selection;
  onChange: (selection: Selection) => void;
}

/** An option to take or leave; how many of it, once it is taken, where it can be taken several times. */
function OptionRow(props: OptionRowProps) {
  const { group, option, selection, onChange } = props;
  const quantity = quantityOf(selection, group, option._id);
  const room = group.maxSelect - (selection[group._id]?.length ?? 0);
  const most = Math.min(mostOf(option, group), option.remaining ?? MAX_QUANTITY);
  if (most < 2) return <OptionChoice {...props} />;
  return (
    <Row gap={3} rowGap={0} align="center" justify="end" lineBelow className={styles.several}>
      <OptionChoice {...props} isInRow />
      {quantity > 0 && option.isAvailable ? (
        <QuantityStepper
          value={quantity}
          onChange={(next) => onChange(setOptionQuantity(selection, group, option, next))}
          itemName={option.name}
          max={Math.max(quantity, Math.min(most, quantity + room))}
        />
      ) : null}
    </Row>
  );
}

function OptionChoice(props: OptionRowProps & { isInRow?: boolean }) {
  const { item, group, option, filter, selection, onChange, isInRow = false } = props;
  const chosen = quantityOf(selection, group, option._id) > 0;
  const exactlyOne = group.minSelect === 1 && group.maxSelect === 1;
  const full = !chosen && group.maxSelect > 1 && isFull(selection, group);
  const terms = (
    <Text as="span" soft tabular block={isInRow}>
      {option.isAvailable ? termsOf(option, group, selection) : m.common.soldOut}
    </Text>
  );
  return (
    <Row
      as="label"
      gap={3}
      rowGap={0}
      align="center"
      justify="end"
      paddingBlock={2}
      lineBelow={!isInRow}
      shrinks={isInRow}
      className={styles.option}
    >
      <input
        type={exactlyOne ? "radio" : "checkbox"}
        name={group._id}
        checked={chosen}
        disabled={!option.isAvailable || full}
        onChange={() => onChange(toggleOption(selection, group, option._id))}
      />
      <Text as="span" shrinks breaks className={styles.words}>
        {option.name} {isInRow ? terms : null}
        <OptionFood item={item} option={option} filter={filter} />
      </Text>{" "}
      {isInRow ? null : terms}
    </Row>
  );
}

/** What an option adds and ends. What the customer asked to be without, and what is not stated then, stands out. */
function OptionFood({ item, option, filter }: Pick<OptionRowProps, "item" | "option" | "filter">) {
  const { adds, ends, isSilent } = markOf(option, filter);
  const ended = endedDiets(option).filter((diet) => item.diets?.includes(diet));
  const isSaid = (option.allergens?.length ?? 0) > 0 || ended.length > 0;
  // A menu item that says what it contains leaves open what its silent option adds.
  const isOpen = !option.allergens && Boolean(item.allergens);
  if (!isSaid && !isSilent && !isOpen) return null;
  return (
    <Row as="span" gap={2} rowGap={1} size="s">
      {option.allergens && option.allergens.length > 0 ? (
        <Badge tone={adds.length > 0 ? "danger" : "neutral"}>
          {m.food.adds({ names: namesOf(option.allergens) })}
        </Badge>
      ) : null}
      {ended.length > 0 ? (
        <Badge tone={ends.length > 0 ? "danger" : "neutral"}>
          {m.food.notDiet({ names: dietList(ended) })}
        </Badge>
      ) : null}
      {isSilent || isOpen ? <Badge>{m.food.allergensNotStated}</Badge> : null}
    </Row>
  );
}

/** What it costs more, how often it can be taken, and how many are left once they are few. */
function termsOf(option: MenuOption, group: OptionGroup, selection: Selection): string {
  const { additionalPrice, remaining } = option;
  const most = mostOf(option, group);
  const taken = chosenOptions(selection, [group]).find((one) => one.option === option);
  const terms = [
    ...(remaining === undefined ? [] : [m.menuItem.left({ left: remaining })]),
    ...(additionalPrice > 0 ? [`+${formatDollars(additionalPrice)}`] : []),
    ...(taken && taken.freeQuantity > 0 ? [m.common.free({ count: taken.freeQuantity })] : []),
    ...(most > 1 ? [m.menuItem.choose.optionUpTo({ most })] : []),
  ];
  return terms.join(" · ");
}

function mostOf(option: MenuOption, group: OptionGroup): number {
  return Math.min(option.maxQuantity ?? 1, group.maxSelect);
}
