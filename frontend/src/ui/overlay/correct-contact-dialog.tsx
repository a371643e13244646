import { type FormEvent, useRef, useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { useSend } from "@/domain/api/use-send-once";
import { formatPhoneInput, isCheckoutPhone, toSmsPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PhoneInput } from "@/ui/inputs/phone-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Stack } from "@/ui/layout";
import { Dialog } from "./dialog-and-drawer";

/** What was wrong, and only that. */
export interface Contact {
  phone?: string;
  email?: string;
}

interface CorrectContactDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What is there now, for those who may read it; the phone as +15551234567. */
  known?: { phone: string; email: string };
  /** Whether anything has changed by it. */
  onSend: (contact: Contact, key: string) => Promise<boolean>;
  onCorrected: () => void;
}

/** Asks for the right phone or email of an order. */
export function CorrectContactDialog({
  open,
  onOpenChange,
  title,
  ...form
}: CorrectContactDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <ContactForm {...form} />
    </Dialog>
  );
}

const NOTHING = { phone: "", email: "" };

function ContactForm(props: Pick<CorrectContactDialogProps, "known" | "onSend" | "onCorrected">) {
  const { known = NOTHING, onSend, onCorrected } = props;
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [isSending, setSending] = useState(false);
  const sendOnce = useSend(onSend);
  const form = useRef<HTMLFormElement>(null);

  function refuse(wrong: Record<string, string>) {
    setFields(wrong);
    form.current?.querySelector<HTMLInputElement>(`[name="${Object.keys(wrong)[0]}"]`)?.focus();
  }

  async function send(contact: Contact): Promise<void> {
    setFields({});
    setProblem("");
    setSending(true);
    try {
      if (await sendOnce(contact)) onCorrected();
      else setProblem(m.contact.unchanged);
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields : {};
      if ("phone" in wrong || "email" in wrong) refuse(wrong);
      else setProblem(errorMessage(error));
    } finally {
      setSending(false);
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? "").trim();
    const contact = changesOf({ phone: read("phone"), email: read("email") }, known);
    if (contact.phone === "") {
      refuse({ phone: m.contact.phoneInvalid });
    } else if (Object.keys(contact).length === 0) refuse({ phone: m.contact.empty });
    else void send(contact);
  }

  return (
    <Stack as="form" gap={4} ref={form} onSubmit={handleSubmit} noValidate>
      <p>{m.contact.sentAgainHint}</p>
      <p>{m.contact.notificationsHint}</p>
      <Field label={m.contact.phone} error={fields.phone}>
        <PhoneInput
          name="phone"
          autoComplete="tel-national"
          enterKeyHint="next"
          defaultValue={formatPhoneInput(known.phone)}
        />
      </Field>
      <Field label={m.contact.email} error={fields.email}>
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          enterKeyHint="done"
          maxLength={254}
          defaultValue={known.email}
        />
      </Field>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" block busy={isSending}>
        {m.contact.submit}
      </Button>
    </Stack>
  );
}

/** A phone that is not one of ten digits is empty, an emptied one too, because an order cannot lose it. */
function changesOf(typed: { phone: string; email: string }, known: typeof NOTHING): Contact {
  const isOtherPhone = typed.phone !== formatPhoneInput(known.phone);
  return {
    ...(isOtherPhone && (typed.phone || known.phone)
      ? { phone: (isCheckoutPhone(typed.phone) && toSmsPhone(typed.phone)) || "" }
      : {}),
    ...(typed.email === known.email ? {} : { email: typed.email }),
  };
}
