import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { MailIcon, PhoneIcon } from "@/ui/icons/order-icons";
import styles from "./customers.module.css";

export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return <span className={styles.soft}>{m.customers.noPhone}</span>;
  return (
    <a href={`tel:${phone}`} className={classNames(styles.contact, styles.line)}>
      <PhoneIcon size={16} /> {displayPhone(phone)}
    </a>
  );
}

export function EmailLink({ email }: { email: string | null }) {
  if (!email) return <span className={styles.soft}>{m.customers.noEmail}</span>;
  return (
    <a href={`mailto:${email}`} className={styles.contact}>
      <MailIcon size={16} /> {email}
    </a>
  );
}
