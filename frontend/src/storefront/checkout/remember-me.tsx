import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { Row } from "@/ui/layout";
import styles from "./remember-me.module.css";
import {
  canRemember,
  forgetCustomer,
  isRemembered as isOnDevice,
  loadRemembered,
  type RememberedCustomer,
  subscribeToRemembered,
} from "./remembered-customer";

/** Says that the device remembers the customer's contact details, and forgets them on a click. */
export function RememberedNote({
  onForget,
}: {
  onForget?: (forgotten: RememberedCustomer) => void;
}) {
  const isRemembered = useIsRemembered();
  const [wasForgotten, setForgotten] = useState(false);
  if (!isRemembered && !wasForgotten) return null;

  function handleForget() {
    const customer = loadRemembered();
    forgetCustomer();
    setForgotten(true);
    if (customer) onForget?.(customer);
  }

  return (
    <Row gap={4} rowGap={2} align="center" justify="between" soft size="s" className={styles.note}>
      <p role="status">
        {isRemembered ? m.checkout.customer.remembered : m.checkout.customer.forgotten}
      </p>
      {isRemembered ? <Button onClick={handleForget}>{m.common.forget}</Button> : null}
    </Row>
  );
}

/** Offers to keep the contact details. Not where they are kept already, nor where the browser keeps nothing. */
export function RememberChoice(props: ComponentProps<"input">) {
  const isRemembered = useIsRemembered();
  if (isRemembered || !canRemember()) return null;
  return <Checkbox {...props} label={m.checkout.customer.remember} />;
}

function useIsRemembered(): boolean {
  return useSyncExternalStore(subscribeToRemembered, isOnDevice, () => false);
}
