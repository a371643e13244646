import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { RenameRequest } from "@/domain/api/limits.gen";
import type { SecondFactor, SecurityState, User } from "@/domain/api/staff-types";
import { formatDate } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { refreshUser } from "@/staff/session/session";
import { Button } from "@/ui/controls/button";
import { useFocusWhenFewer } from "@/ui/controls/keep-focus";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import { AddPasskey, AppDialog, CodeSheet, type NewApp } from "./add-factor-and-recovery-codes";
import { securityQuery, useNewCodes, useRemoveFactor, useRenameFactor, useStartApp } from "./api";
import styles from "./security.module.css";

/** How one's own account is protected, and what can be added to it. */
export function SecuritySection({ user }: { user: User }) {
  const query = useQuery(securityQuery());
  const heading = useFocusWhenFewer<HTMLHeadingElement>(query.data?.factors.length ?? 0);
  useEffect(() => {
    // The page comes after its address: a link to this section would end at its top.
    if (window.location.hash === "#security") heading.current?.scrollIntoView();
  }, [heading]);
  return (
    <Stack as="section" gap={4} aria-labelledby="own-security" id="security">
      <Text as="h2" size="xl" id="own-security" ref={heading} tabIndex={-1}>
        {m.security.title}
      </Text>
      <Loaded
        query={query}
        skeleton={<Skeleton height="6rem" />}
        failed={m.proof.factorsFailed}
        headingLevel="h3"
      >
        {(found) => <Protection security={found} user={user} />}
      </Loaded>
    </Stack>
  );
}

function Protection({ security, user }: { security: SecurityState; user: User }) {
  const hasFactor = security.factors.length > 0;
  return (
    <>
      <Text soft>{hasFactor ? m.security.withFactor : m.security.passwordOnly}</Text>
      {hasFactor ? <FactorList security={security} /> : null}
      <AddApp isFirst={!hasFactor} email={user.email} />
      <AddPasskey email={user.email} />
      {hasFactor ? <RecoveryCodes left={security.recoveryCodesLeft} email={user.email} /> : null}
    </>
  );
}

/** Sets up an app in a dialog; the user's other screens know of it once the dialog is closed. */
export function AddApp({ isFirst, email }: { isFirst: boolean; email: string }) {
  const [app, setApp] = useState<NewApp | null>(null);
  const { mutateAsync, isPending } = useStartApp();

  function start() {
    whenDone(mutateAsync(), {
      onSuccess: setApp,
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  function finish(added: "first" | "another" | null) {
    setApp(null);
    if (!added) return;
    const message = added === "first" ? m.security.turnedOn : m.security.app.added;
    showToast({ type: "success", message });
    refreshUser().catch(() => undefined); // the next visit reads it again
  }

  return (
    <>
      <Button
        variant={isFirst ? "primary" : "secondary"}
        className={styles.start}
        busy={isPending}
        onClick={start}
      >
        {isFirst ? m.security.app.title : m.security.app.another}
      </Button>
      <AppDialog app={app} email={email} onClose={finish} />
    </>
  );
}

/** One's own second factors, each with a way to remove it. The last one stays where one is required. */
function FactorList({ security: { factors, isRequired } }: { security: SecurityState }) {
  const isLast = factors.length === 1;
  return (
    <Stack as="ul" gap={3} aria-label={m.security.factors.title}>
      {factors.map((factor) => (
        <Row
          as="li"
          align="center"
          justify="between"
          radius="card"
          breaks
          key={factor._id}
          className={styles.factor}
        >
          <div>
            <Text weight={700}>{factor.name}</Text>
            <Text soft size="s">
              {factsOf(factor)}
            </Text>
          </div>
          <Row gap={3}>
            <RenameFactor factor={factor} />
            {isLast && isRequired ? null : <RemoveButton factor={factor} isLast={isLast} />}
          </Row>
        </Row>
      ))}
    </Stack>
  );
}

function RemoveButton({ factor, isLast }: { factor: SecondFactor; isLast: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useRemoveFactor();
  const { name } = factor;

  function remove() {
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync(factor._id), {
      onSuccess: () => {
        showToast({ type: "success", message: m.security.factors.removed });
        refreshUser().catch(() => undefined); // the next visit reads it again
      },
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <>
      <Button aria-label={m.common.removeNamed({ name })} onClick={() => setAsking(true)}>
        {m.common.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.security.factors.removeQuestion({ name })}
        confirmLabel={m.common.remove}
        destructive
        onConfirm={remove}
      >
        {isLast ? m.security.factors.removeLastHint : m.security.factors.removeHint}
      </ConfirmDialog>
    </>
  );
}

function factsOf({ createdAt, usedAt }: SecondFactor): string {
  const used = usedAt
    ? m.security.factors.lastUsed({ day: dayOf(usedAt) })
    : m.security.factors.unused;
  return `${m.security.factors.added({ day: dayOf(createdAt) })}, ${used}`;
}

function dayOf(instant: string): string {
  const at = parseInstant(instant);
  return at ? formatDate(at, Intl.DateTimeFormat().resolvedOptions().timeZone) : "";
}

/** Gives a second factor another name, by which its user knows the device again. */
function RenameFactor({ factor }: { factor: SecondFactor }) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        aria-label={m.security.renameNamed({ name: factor.name })}
        onClick={() => setOpen(true)}
      >
        {m.security.rename}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.security.renameNamed({ name: factor.name })}
        initialFocus={field}
      >
        <NameForm factor={factor} field={field} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface NameFormProps {
  factor: SecondFactor;
  field: RefObject<HTMLInputElement | null>;
  onDone: () => void;
}

function NameForm({ factor, field, onDone }: NameFormProps) {
  const [name, setName] = useState(factor.name);
  const { mutate, isPending, error } = useRenameFactor();
  const problem = name.trim() ? null : m.signIn.checks.name;

  function save(event: FormEvent) {
    event.preventDefault();
    if (!problem) mutate({ id: factor._id, name: name.trim() }, { onSuccess: onDone });
  }

  return (
    <Stack as="form" gap={4} onSubmit={save} noValidate>
      <Field label={m.common.name} error={problem ?? (error ? errorMessage(error) : null)}>
        <TextInput
          ref={field}
          value={name}
          maxLength={RenameRequest.name.maxLength}
          enterKeyHint="done"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={isPending}>
        {m.common.saveName}
      </Button>
    </Stack>
  );
}

/** How many recovery codes are left, and new ones in place of all. */
function RecoveryCodes({ left, email }: { left: number; email: string }) {
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { mutateAsync, isPending } = useNewCodes();

  function renew() {
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync(), {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <>
      <Text soft>{m.security.codes.left({ count: left })}</Text>
      <Button className={styles.start} busy={isPending} onClick={() => setAsking(true)}>
        {m.security.codes.renew}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.security.codes.renewQuestion}
        confirmLabel={m.security.codes.renewSubmit}
        onConfirm={renew}
      >
        {m.security.codes.renewHint}
      </ConfirmDialog>
      <Dialog
        open={codes !== null}
        onOpenChange={() => setCodes(null)}
        title={m.security.codes.save}
      >
        <CodeSheet codes={codes ?? []} email={email} onDone={() => setCodes(null)} />
      </Dialog>
    </>
  );
}
