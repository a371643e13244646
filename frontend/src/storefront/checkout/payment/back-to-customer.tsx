import { Button } from "@/components/ui/button";
import { ArrowLeftIcon } from "@/components/ui/icons";
import styles from "./checkout.module.css";

interface BackToCustomerProps {
  onBack: () => void;
  disabled?: boolean;
}

export function BackToCustomer({ onBack, disabled = false }: BackToCustomerProps) {
  return (
    <Button variant="quiet" onClick={onBack} disabled={disabled} className={styles.backToInfo}>
      <ArrowLeftIcon /> Back to customer information
    </Button>
  );
}
