import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { SignInRequest } from "@/domain/api/limits.gen";
import { type ServerConfig, serverConfigQuery } from "@/domain/api/server-config";
import type { PendingSignIn } from "@/domain/api/staff-types";
import { apiBaseUrl } from "@/domain/api/transport/base-url-and-send-and-forget";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { loadOutbox } from "@/domain/offline/load-outbox";
import { mayHaveUnsent } from "@/domain/offline/unsent-orders";
import { healthKey, unsentCountsKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { ProofForm } from "@/staff/security/proof-form";
import { askForSignIn, supportsPasskeys } from "@/staff/session/passkeys";
import { type FactorProof, finishSignIn, greet } from "@/staff/session/session";
import { describeProofFailure, describeWait } from "@/staff/session/sign-in-and-proof-failures";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./sign-in.module.css";
import { SignInLayout } from "./sign-in-layout-and-form";
import { useSignIn } from "./use-sign-in";

export function LoginPage() {
  const { state } = useLocation();
  useDocumentTitle(m.signIn.title);
  return (
    <SignInLayout>
      <SignInScreen returns={Boolean(state?.from)} email={state?.email ?? ""} />
    </SignInLayout>
  );
}

interface SignInScreenProps {
  /** A user whose session ended in the middle of something goes back there. */
  returns: boolean;
  /** Filled in for someone who has just set a password. */
  email: string;
}

function SignInScreen({ returns, email }: SignInScreenProps) {
  const { form, failure, shutFor, isDone, waitSeconds, handleSubmit, waiting, finish, startAgain } =
    useSignIn(email);
  const { errors, isSubmitting } = form.formState;
  const success = isDone ? <Success returns={returns} /> : null;
  if (waiting) {
    return (
      <SecondStep waiting={waiting} isDone={isDone} onDone={finish} onStartAgain={startAgain}>
        {success}
      </SecondStep>
    );
  }
  return (
    <div className={styles.ticket}>
      <Text as="h1" size="4xl" weight={800}>
        {m.signIn.title}
      </Text>
      <p className={styles.lead}>{m.signIn.lead}</p>
      <OfflineWarning />
      <UnsentOnTablet />
      <Stack
        as="form"
        gap={4}
        className={styles.form}
        onSubmit={handleSubmit}
        noValidate
        aria-label={m.signIn.title}
      >
        <Field label={m.common.email} error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            enterKeyHint="next"
            maxLength={SignInRequest.email.maxLength}
            required
            {...form.register("email")}
          />
        </Field>
        <Field label={m.common.password} error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            enterKeyHint="go"
            maxLength={SignInRequest.password.maxLength}
            required
            {...form.register("password")}
          />
        </Field>
        <Row gap={2} rowGap={0} align="center" justify="between" className={styles.options}>
          <Checkbox label={m.signIn.remember} {...form.register("remember")} />
          <ForgotPassword />
        </Row>
        {failure ? (
          <Notice tone="danger" title={m.signIn.failedTitle} headingLevel="h2" role="alert">
            {failure}
          </Notice>
        ) : null}
        {shutFor ? <LinkOffer email={shutFor} /> : null}
        {success}
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          busy={isSubmitting}
          disabled={isDone}
        >
          {isSubmitting ? m.signIn.signingIn : m.signIn.title}
        </Button>
        {waitSeconds > 0 ? (
          <Text soft size="s" tabular textAlign="center">
            {m.signIn.tryAgainIn({ wait: describeWait(waitSeconds) })}
          </Text>
        ) : null}
      </Stack>
      <div className={styles.otherWay}>
        <PasskeyButton
          remember={() => form.getValues("remember")}
          isDone={isDone}
          onDone={finish}
        />
      </div>
      <SampleAccounts
        onChoose={({ email, password }) => {
          form.setValue("email", email, { shouldValidate: form.formState.isSubmitted });
          form.setValue("password", password, { shouldValidate: form.formState.isSubmitted });
        }}
      />
      <p className={styles.help}>
        {m.signIn.trouble}
        <Button variant="quiet" className={styles.link} onClick={explainSupport}>
          {m.signIn.support}
        </Button>
      </p>
    </div>
  );
}

/** A way in while strangers guess: a link that makes this browser known. It stays longer than the failure. */
function LinkOffer({ email }: { email: string }) {
  const { data: config } = useQuery(serverConfigQuery());
  const request = useMutation({
    mutationFn: () =>
      answer(api.POST("/api/auth/password-reset", { body: { email, keepPassword: true } })),
  });
  if (!config?.sendsEmail) return null;
  if (request.isSuccess) {
    return (
      <Notice tone="info" role="status" title={m.signIn.checkEmail}>
        {m.signIn.forgot.sent({ email })}
      </Notice>
    );
  }
  return (
    <Notice
      tone={request.isError ? "danger" : "info"}
      role={request.isError ? "alert" : undefined}
      title={request.isError ? errorMessage(request.error) : m.signIn.device.title}
      action={
        <Button busy={request.isPending} onClick={() => request.mutate()}>
          {m.signIn.device.emailLink}
        </Button>
      }
    >
      {m.signIn.device.offer({ email })}
    </Notice>
  );
}

/** Where the server sends no e-mail, an administrator has to help. */
function ForgotPassword() {
  const { data: config } = useQuery(serverConfigQuery());
  if (config?.sendsEmail) {
    return (
      <Link to="/admin/forgot-password" className={styles.link}>
        {m.signIn.forgot.title}
      </Link>
    );
  }
  return (
    <Button variant="quiet" className={styles.link} onClick={explainForgotten}>
      {m.signIn.forgot.title}
    </Button>
  );
}

function OfflineWarning() {
  const { data: isOnline } = useQuery(healthQuery());
  if (isOnline !== false) return null;
  return <Notice tone="warning" role="status" title={m.signIn.serverOffline} />;
}

function Success({ returns }: { returns: boolean }) {
  const title = returns ? m.signIn.doneBack : m.signIn.doneDashboard;
  return <Notice tone="good" role="status" title={title} />;
}

function explainForgotten() {
  window.alert(m.signIn.resetByAdmin);
}

function explainSupport() {
  window.alert(m.signIn.adminHelps);
}

interface SecondStepProps {
  waiting: PendingSignIn;
  isDone: boolean;
  onDone: () => void;
  onStartAgain: () => void;
  children: React.ReactNode;
}

/** Asks for the second factor once the password was right. */
function SecondStep({ waiting, isDone, onDone, onStartAgain, children }: SecondStepProps) {
  return (
    <div className={styles.ticket}>
      <Text as="h1" size="4xl" weight={800}>
        {m.proof.title}
      </Text>
      <ProofForm
        methods={waiting.methods}
        isDone={isDone}
        askForPasskey={() => askForSignIn(waiting.token)}
        onProve={async (proof) => {
          await finishSignIn(waiting.token, proof as FactorProof);
          onDone();
        }}
      >
        {children}
      </ProofForm>
      <p className={styles.help}>
        <Button variant="quiet" className={styles.link} disabled={isDone} onClick={onStartAgain}>
          {m.proof.startAgain}
        </Button>
      </p>
    </div>
  );
}

interface PasskeyButtonProps {
  remember: () => boolean;
  isDone: boolean;
  onDone: () => void;
}

/** Signs in by a passkey alone, where the browser knows passkeys. */
function PasskeyButton({ remember, isDone, onDone }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!supportsPasskeys()) return null;

  async function send() {
    setProblem(null);
    setBusy(true);
    try {
      await signInByPasskey(remember());
      onDone();
    } catch (error) {
      setProblem(describeProofFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button size="large" block busy={isBusy} disabled={isDone} onClick={() => void send()}>
        {m.passkeys.signIn}
      </Button>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
    </>
  );
}

/** Signs in by a passkey alone and keeps the token. Throws what the calls threw. */
async function signInByPasskey(remember: boolean): Promise<void> {
  const credential = await askForSignIn(null);
  greet(await answer(api.POST("/api/auth/passkey", { body: { credential, remember } })));
}

type SampleAccount = NonNullable<ServerConfig["demoAccounts"]>[number];

interface SampleAccountsProps {
  onChoose: (account: SampleAccount) => void;
}

/** The sign-ins of the demo street. Only its server knows them, so a real one shows nothing here. */
function SampleAccounts({ onChoose }: SampleAccountsProps) {
  const { data: config } = useQuery(serverConfigQuery());
  const accounts = config?.demoAccounts ?? [];
  if (accounts.length === 0) return null;
  return (
    <Box
      as="section"
      paddingTop={5}
      marginTop={6}
      aria-labelledby="sample-accounts"
      className={styles.samples}
    >
      <Text as="h2" size="l" id="sample-accounts">
        {m.signIn.samples.title}
      </Text>
      <Text soft size="s">
        {m.signIn.samples.hint}
      </Text>
      <Stack as="ul" marginTop={2} className={styles.list}>
        {accounts.map((account) => (
          <li key={account.email}>
            <Stack
              as="button"
              full
              target
              breaks
              textAlign="start"
              type="button"
              className={styles.account}
              onClick={() => onChoose(account)}
            >
              <span className={styles.name}>{account.name}</span>
              <Text as="span" soft size="s">
                {describe(account)}
              </Text>
              <Text as="span" soft size="s">
                {account.email}
              </Text>
              <Text as="code" soft size="s">
                {account.password}
              </Text>
            </Stack>
          </li>
        ))}
      </Stack>
    </Box>
  );
}

function describe({ role, truckName }: SampleAccount): string {
  if (role === "superadmin") return m.common.superadmin;
  return truckName ? m.signIn.samples.adminOf({ truckName }) : m.signIn.samples.adminWithoutTruck;
}

/** How many orders of which truck this device has not sent, and nothing else of them. */
function UnsentOnTablet() {
  const { data } = useQuery({
    queryKey: unsentCountsKey(),
    queryFn: async () => [...(await (await loadOutbox()).countByTruck())],
    enabled: mayHaveUnsent.read() !== null,
    retry: false,
    staleTime: 0,
  });
  return data?.map(([truck, count]) => (
    <Box key={truck} paddingBlock={3}>
      <Notice tone="info" title={m.unsent.onTablet({ count, truck })} />
    </Box>
  ));
}

const RECHECK_OFFLINE_MS = 5_000;
const RECHECK_ONLINE_MS = 30_000;
const PATIENCE_MS = 8_000;

/** Whether the back end answers; asked again and again, so that a warning goes away by itself. */
function healthQuery() {
  return queryOptions({
    queryKey: healthKey(),
    queryFn: ({ signal }) => isHealthy(signal),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? RECHECK_ONLINE_MS : RECHECK_OFFLINE_MS),
  });
}

/** `/health` lies at the root of the back end, beside `/api`. */
async function isHealthy(signal: AbortSignal): Promise<boolean> {
  const address = `${apiBaseUrl().replace(/\/api$/, "")}/health`;
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the address is no part of the API.
    const response = await fetch(address, {
      headers: { Accept: "application/json" },
      cache: "no-store",
      signal: withTimeLimit(PATIENCE_MS, signal),
    });
    // A web server in front may answer any address with the page itself.
    const answer: { status?: unknown } = await response.json();
    return response.ok && answer.status === "ok";
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}
