import type { ReactNode } from "react";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { MailIcon, PhoneIcon } from "@/ui/icons/common-icons";
import { Row, Text } from "@/ui/layout";
import styles from "./customers.module.css";

export function PhoneLink({ phone }: { phone: string }) {
  if (!phone)
    return (
      <Text as="span" soft size="s">
        {m.customers.noPhone}
      </Text>
    );
  return (
    <Contact href={`tel:${phone}`} nowrap>
      <PhoneIcon size={16} /> {displayPhone(phone)}
    </Contact>
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
    <Contact href={`mailto:${email}`}>
      <MailIcon size={16} />{" "}
      <Text as="span" shrinks>
        {email}
      </Text>
    </Contact>
  );
}

interface ContactProps {
  href: string;
  nowrap?: boolean;
  children: ReactNode;
}

/** Tall enough for a thumb without leaving the line of its label. */
function Contact(props: ContactProps) {
  const look = { align: "baseline", gap: 2, paddingBlock: 2 } as const;
  return <Row as="a" inline oneLine tabular {...look} className={styles.contact} {...props} />;
}
