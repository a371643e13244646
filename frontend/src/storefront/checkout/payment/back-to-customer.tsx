import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { Button } from "@/ui/controls/button";
import { ArrowLeftIcon } from "@/ui/icons/order-icons";

interface BackToCustomerProps {
  onBack: () => void;
  disabled?: boolean;
}

export function BackToCustomer({ onBack, disabled = false }: BackToCustomerProps) {
  return (
    <Button variant="quiet" onClick={onBack} disabled={disabled} className={styles.backToInfo}>
      <ArrowLeftIcon /> {m.payment.back}
    </Button>
  );
}
