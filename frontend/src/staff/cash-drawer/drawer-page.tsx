import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import { instantInWords } from "@/domain/time/time-words";
import { centsToDollars, dollarsToCents, formatSum, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { Button, ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-and-percent-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Card, Row, Stack, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { type Drawer, drawerQuery, useMoveCash, useOpenDrawer } from "./api";
import { CountForm } from "./count-and-close-form";
import styles from "./drawer.module.css";
import { DrawerSums } from "./drawer-sums";

/** The cash drawer of a truck: open it with a float, move cash, count it and close the day. */
export function DrawerPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.drawer.title);
  return (
    <>
      <PageHeader
        title={m.drawer.title}
        description={scope.truck?.name}
        actions={
          <>
            <TruckSelect scope={scope} />
            <ButtonLink to="/admin/closes">{m.drawer.closes.title}</ButtonLink>
          </>
        }
      />
      <TruckContent scope={scope} skeleton={<DrawerSkeleton />}>
        {scope.truck ? (
          <DrawerScreen
            key={scope.truck._id}
            truckId={scope.truck._id}
            zone={scope.truck.timezone}
          />
        ) : null}
      </TruckContent>
    </>
  );
}

function DrawerScreen({ truckId, zone }: { truckId: string; zone: string }) {
  useLiveStaffTruck(truckId);
  const query = useQuery(drawerQuery(truckId));
  const [search, setSearch] = useSearchParams();
  const isCounting = search.has("close");
  const count = (isOn: boolean) =>
    setSearch((present) => withParams(present, { close: isOn ? "1" : null }));
  return (
    <Loaded query={query} skeleton={<DrawerSkeleton />} failed={m.drawer.failed}>
      {({ open, waitingCash }) => {
        if (open === null) return <OpenForm truckId={truckId} waitingCash={waitingCash} />;
        if (isCounting) {
          return (
            <CountForm
              key={open._id}
              truckId={truckId}
              drawer={open}
              onLeave={() => count(false)}
            />
          );
        }
        return (
          <OpenDrawer truckId={truckId} drawer={open} zone={zone} onCount={() => count(true)} />
        );
      }}
    </Loaded>
  );
}

function DrawerSkeleton() {
  return <Skeletons label={m.drawer.loading} heights={["9rem", "6rem"]} />;
}

function OpenForm({ truckId, waitingCash }: { truckId: string; waitingCash: number }) {
  const [typed, setTyped] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error } = useOpenDrawer(truckId);
  const cents = parseDollars(typed);
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (cents === null) return;
    mutate(centsToDollars(cents), {
      onSuccess: () => showToast({ type: "success", message: m.drawer.open.done }),
    });
  }
  return (
    <Card
      as="form"
      gap={4}
      padding={5}
      className={styles.narrow}
      onSubmit={handleSubmit}
      noValidate
    >
      <Text as="h2" size="l">
        {m.drawer.open.title}
      </Text>
      <p>{m.drawer.open.lead}</p>
      {waitingCash !== 0 ? (
        <Notice tone="info" title={m.drawer.open.waiting({ amount: formatSum(waitingCash) })}>
          <p>{m.drawer.open.waitingHint}</p>
        </Notice>
      ) : null}
      <Field
        label={m.drawer.float}
        hint={m.drawer.open.floatHint}
        error={isAsked && cents === null ? m.drawer.amountWrong : undefined}
      >
        <MoneyInput
          value={typed}
          maxLength={9}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      <Button type="submit" variant="primary" size="large" busy={isPending}>
        {m.common.openDrawer}
      </Button>
    </Card>
  );
}

interface OpenDrawerProps {
  truckId: string;
  drawer: Drawer;
  zone: string;
  onCount: () => void;
}

function OpenDrawer({ truckId, drawer, zone, onCount }: OpenDrawerProps) {
  const { openedAt, openedBy, movements, beforeOpening } = drawer;
  return (
    <Stack gap={5} className={styles.narrow}>
      <Card gap={3} padding={5}>
        <Text soft>
          {m.drawer.openedBy({ when: instantInWords(openedAt, zone), by: openedBy })}
        </Text>
        <DrawerSums drawer={drawer} />
        {beforeOpening !== 0 ? (
          <Text soft size="s">
            {m.drawer.beforeOpening({ amount: formatSum(beforeOpening) })}
          </Text>
        ) : null}
        <Button variant="primary" size="large" onClick={onCount}>
          {m.common.closeDay}
        </Button>
      </Card>
      <MoveForm truckId={truckId} drawer={drawer} />
      {movements.length > 0 ? (
        <Stack gap={2}>
          <Text as="h2" size="l">
            {m.drawer.movements}
          </Text>
          <Stack as="ul">
            {movements.map(({ kind, amount, reason, at, by }) => (
              <Row
                key={`${at}${reason}`}
                as="li"
                gap={3}
                justify="between"
                paddingBlock={2}
                lineBelow
              >
                <span>
                  {reason}
                  <Text as="span" soft size="s" block>
                    {m.drawer.atBy({ when: instantInWords(at, zone), by })}
                  </Text>
                </span>
                <Text as="span" tabular weight={600}>
                  {formatSum(kind === "pay_in" ? amount : -amount)}
                </Text>
              </Row>
            ))}
          </Stack>
        </Stack>
      ) : null}
    </Stack>
  );
}

function MoveForm({ truckId, drawer }: { truckId: string; drawer: Drawer }) {
  const [kind, setKind] = useState<"pay_in" | "pay_out">("pay_out");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [isDoubted, setDoubted] = useState(false);
  const { mutate, isPending, error } = useMoveCash(truckId, drawer._id);
  const cents = parseDollars(amount);
  const isAmount = cents !== null && cents > 0;
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isAmount || reason.trim() === "") return;
    const isTooMuch = kind === "pay_out" && cents > dollarsToCents(drawer.expected);
    if (isTooMuch) setDoubted(true);
    else record();
  }
  function record() {
    setDoubted(false);
    mutate(
      { kind, amount: centsToDollars(cents ?? 0), reason },
      {
        onSuccess: () => {
          showToast({ type: "success", message: m.drawer.move.done });
          setAmount("");
          setReason("");
          setAsked(false);
        },
      },
    );
  }
  return (
    <Card as="form" gap={3} padding={5} onSubmit={handleSubmit} noValidate>
      <Text as="h2" size="l">
        {m.drawer.move.title}
      </Text>
      <SegmentedChoice
        label={m.drawer.move.title}
        choices={[
          { value: "pay_out", label: m.drawer.move.out },
          { value: "pay_in", label: m.drawer.move.in },
        ]}
        value={kind}
        onChange={setKind}
      />
      <Field
        label={m.drawer.move.amount}
        error={isAsked && !isAmount ? m.drawer.amountWrong : undefined}
      >
        <MoneyInput
          value={amount}
          maxLength={9}
          onChange={(event) => setAmount(event.target.value)}
        />
      </Field>
      <Field
        label={m.drawer.move.reason}
        error={isAsked && reason.trim() === "" ? m.drawer.move.reasonMissing : undefined}
      >
        <TextInput
          value={reason}
          maxLength={200}
          placeholder={m.drawer.move.reasonExample}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      <Button type="submit" busy={isPending}>
        {m.drawer.move.action}
      </Button>
      <ConfirmDialog
        open={isDoubted}
        onOpenChange={setDoubted}
        title={m.drawer.move.tooMuch({ amount: formatSum(centsToDollars(cents ?? 0)) })}
        confirmLabel={m.drawer.move.out}
        onConfirm={record}
      >
        <p>{m.drawer.move.tooMuchHint({ expected: formatSum(drawer.expected) })}</p>
      </ConfirmDialog>
    </Card>
  );
}
