import { useMutation } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { isLinkOver, LinkIsOver } from "./email-link";
import styles from "./sign-in.module.css";
import { Heading } from "./sign-in-layout";

/** Makes this browser known to the account of the link, so that strangers' guesses do not keep it out. */
async function allowDevice(token: string): Promise<void> {
  await answer(api.POST("/api/auth/password-link/device", { body: { token } }));
}

/** The browser in which the link is opened is known from then on; it signs no one in. */
export function AllowDevice({ token, email }: { token: string; email: string }) {
  const open = useMutation({ mutationFn: () => allowDevice(token) });
  if (isLinkOver(open.error)) return <LinkIsOver />;
  return (
    <>
      <Heading>{open.isSuccess ? m.signIn.device.allowed : m.signIn.device.allow}</Heading>
      <p className={styles.lead}>
        {open.isSuccess ? m.signIn.device.allowedHint : m.signIn.setPassword.account({ email })}
      </p>
      {open.isError ? <Notice tone="danger" role="alert" title={errorMessage(open.error)} /> : null}
      {open.isSuccess ? (
        <ButtonLink to="/admin/login" variant="primary" size="large" block>
          {m.signIn.title}
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          size="large"
          block
          busy={open.isPending}
          onClick={() => open.mutate()}
        >
          {m.signIn.device.allow}
        </Button>
      )}
    </>
  );
}
