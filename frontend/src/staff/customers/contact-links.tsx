import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { MailIcon, PhoneIcon } from "@/ui/icons/common-icons";
import { Text } from "@/ui/layout";
import styles from "./customers.module.css";

export function PhoneLink({ phone }: { phone: string }) {
  if (!phone)
    return (
      <Text as="span" soft size="s">
        {m.customers.noPhone}
      </Text>
    );
  return (
    <a href={`tel:${phone}`} className={classNames(styles.contact, styles.line)}>
      <PhoneIcon size={16} /> {displayPhone(phone)}
    </a>
  );
}

export function EmailLink({ email }: { email: string | null }) {
  if (!email)
    return (
      <Text as="span" soft size="s">
        {m.customers.noEmail}
      </Text>
    );
  return (
    <a href={`mailto:${email}`} className={styles.contact}>
      <MailIcon size={16} /> {email}
    </a>
  );
}
