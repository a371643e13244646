import { useState, useSyncExternalStore } from "react";
import { Button } from "@/ui/controls/button";
import {
  forgetCustomer,
  isRemembered as isOnDevice,
  loadRemembered,
  type RememberedCustomer,
  subscribeToRemembered,
} from "./remembered-customer";
import styles from "./remembered-note.module.css";

/** Says that the device remembers the customer's contact details, and forgets them on a click. */
export function RememberedNote({
  onForget,
}: {
  onForget?: (forgotten: RememberedCustomer) => void;
}) {
  const isRemembered = useSyncExternalStore(subscribeToRemembered, isOnDevice, () => false);
  const [wasForgotten, setForgotten] = useState(false);
  if (!isRemembered && !wasForgotten) return null;

  function handleForget() {
    const customer = loadRemembered();
    forgetCustomer();
    setForgotten(true);
    if (customer) onForget?.(customer);
  }

  return (
    <div className={styles.note}>
      <p role="status">
        {isRemembered
          ? "Your contact details are saved on this device for your next order."
          : "Your contact details are no longer saved on this device."}
      </p>
      {isRemembered ? <Button onClick={handleForget}>Forget</Button> : null}
    </div>
  );
}
