import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import * as v from "valibot";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { ResetRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { accountEmail } from "@/staff/shared/account-field-schemas";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Text } from "@/ui/layout";
import styles from "./sign-in.module.css";
import { SignInLayout, TicketForm } from "./sign-in-layout-and-form";

const forgotSchema = v.object({ email: accountEmail });

/** Asks for a link by e-mail. The server says the same for every address, and so does the screen. */
export function ForgotPasswordPage() {
  const request = useMutation({
    mutationFn: (email: string) =>
      answer(api.POST("/api/auth/password-reset", { body: { email } })),
  });
  const [isAgain, setAgain] = useState(false);
  useDocumentTitle(m.signIn.forgot.title);

  function askAgain() {
    setAgain(true);
    request.reset();
  }

  return (
    <SignInLayout>
      <div className={styles.ticket}>
        {request.isSuccess ? (
          <CheckYourMail email={request.variables} onAgain={askAgain} />
        ) : (
          <ForgotForm
            isAgain={isAgain}
            problem={request.isError ? errorMessage(request.error) : null}
            onSend={(email) => request.mutateAsync(email).catch(() => undefined)}
          />
        )}
        <p className={styles.help}>
          <Link to="/admin/login">{m.signIn.back}</Link>
        </p>
      </div>
    </SignInLayout>
  );
}

interface ForgotFormProps {
  /** The button that led back here is gone: the field takes its focus. */
  isAgain: boolean;
  problem: string | null;
  onSend: (email: string) => Promise<unknown>;
}

function ForgotForm({ isAgain, problem, onSend }: ForgotFormProps) {
  const form = useForm({ defaultValues: { email: "" }, resolver: valibotResolver(forgotSchema) });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (isAgain) setFocus("email");
  }, [isAgain, setFocus]);
  return (
    <TicketForm
      title={m.signIn.forgot.title}
      lead={m.signIn.forgot.lead}
      submit={m.signIn.forgot.submit}
      isSubmitting={isSubmitting}
      problem={problem}
      problemTitle={m.signIn.forgot.failed}
      onSubmit={form.handleSubmit(({ email }) => onSend(email))}
    >
      <Field label={m.common.email} error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          enterKeyHint="send"
          maxLength={ResetRequest.email.maxLength}
          required
          {...form.register("email")}
        />
      </Field>
    </TicketForm>
  );
}

function CheckYourMail({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <>
      <Text as="h1" size="4xl" weight={800} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {m.signIn.checkEmail}
      </Text>
      <p className={styles.lead}>{m.signIn.forgot.sent({ email })}</p>
      <Button size="large" block onClick={onAgain}>
        {m.signIn.forgot.tryAnother}
      </Button>
    </>
  );
}
