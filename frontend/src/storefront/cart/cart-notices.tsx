import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Stack, Text } from "@/ui/layout";
import styles from "./cart-notices.module.css";
import { acknowledgeChanges } from "./cart-store";

interface CartChangesProps {
  slug: string;
  changes: readonly string[];
}

/** What changed since the menu items were put in; stays until it is acknowledged. */
export function CartChanges({ slug, changes }: CartChangesProps) {
  if (changes.length === 0) return null;
  return (
    <Stack
      gap={3}
      items="start"
      padding={4}
      marginBottom={5}
      surface="warning"
      radius="control"
      role="alert"
    >
      <Text tone="warning" weight={750}>
        {m.cart.changed.title}
      </Text>
      <Stack as="ul" gap={1}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </Stack>
      <Button onClick={() => acknowledgeChanges(slug)}>{m.cart.changed.dismiss}</Button>
    </Stack>
  );
}

interface ChangeQuantityProps {
  name: string;
  /** What is left for the line; 0 takes it out. */
  quantity: number;
  onQuantity: (quantity: number) => void;
}

/** Brings a line down to what is left. */
export function ChangeQuantity({ name, quantity, onQuantity }: ChangeQuantityProps) {
  return (
    <Button onClick={() => onQuantity(quantity)}>
      {quantity > 0 ? m.cart.line.changeTo({ quantity }) : m.common.remove}{" "}
      <span className="visually-hidden">{name}</span>
    </Button>
  );
}

/** Says why nothing can be ordered now, or is live, in sight wherever the part that it is about is scrolled to. */
export function ClosedNotice({ reason }: { reason: string }) {
  return (
    <p role="status" className={styles.notice}>
      {reason}
    </p>
  );
}
