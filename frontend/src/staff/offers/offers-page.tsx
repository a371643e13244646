import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Controller } from "react-hook-form";
import { whenDone } from "@/domain/api/client";
import { formatDollars, formatSum } from "@/domain/values/money";
import { SectionForm } from "@/forms/section-form";
import { FormDrawer } from "@/forms/unsaved-guard-and-form-drawer";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { ScopedPage } from "@/staff/shell/truck-page-frame";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { type Column, Table } from "@/ui/content/table";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Switch } from "@/ui/controls/checkbox-and-switch";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { MoneyInput, PercentInput } from "@/ui/inputs/money-and-percent-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack } from "@/ui/layout";
import {
  changedMeanwhile,
  explainOfferError,
  type Offer,
  offersQuery,
  useEndOffer,
  useSaveOffer,
} from "./api";
import { offerFields, offerMoment, offerSchema } from "./offer-form-schema";
import styles from "./offers.module.css";

/** The offers of a truck or, for a superadmin who chooses none, of the platform. */
export function OffersPage() {
  return (
    <ScopedPage title={m.common.offers} description={m.offers.lead} skeleton={<OffersSkeleton />}>
      {(truckId, zone) => <OfferList key={truckId} truckId={truckId} zone={zone} />}
    </ScopedPage>
  );
}

const TONES: Record<Offer["state"], BadgeTone> = {
  active: "good",
  scheduled: "info",
  paused: "warning",
  expired: "neutral",
  used_up: "neutral",
  ended: "neutral",
};

interface OfferListProps {
  truckId: string | null;
  zone: string;
}

function OfferList({ truckId, zone }: OfferListProps) {
  const query = useQuery(offersQuery(truckId));
  const [edited, setEdited] = useState<Offer | "new" | null>(null);
  // The button goes with the end of its offer.
  const opener = useRef<Element>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  function edit(offer: Offer): void {
    opener.current = document.activeElement;
    setEdited(offer);
  }
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => setEdited("new")}>
      {m.offers.add}
    </Button>
  );
  return (
    <Stack gap={4} columns="fill">
      {truckId === null ? <p>{m.offers.everyTruck}</p> : null}
      <Loaded query={query} skeleton={<OffersSkeleton />} failed={m.offers.failed}>
        {(offers) => (
          <>
            {offers.length > 0 ? (
              <Row justify="end" oneLine>
                {add}
              </Row>
            ) : null}
            <Table
              caption={m.common.offers}
              columns={columnsFor(zone, edit)}
              rows={offers}
              rowKey={(offer) => offer._id}
              empty={
                <EmptyState
                  title={truckId === null ? m.offers.emptyForAll : m.offers.empty}
                  description={m.offers.emptyHint}
                  action={add}
                />
              }
            />
          </>
        )}
      </Loaded>
      <OfferDrawer
        truckId={truckId}
        zone={zone}
        edited={edited}
        onClose={() => setEdited(null)}
        finalFocus={() => opener.current?.isConnected || addButton.current}
      />
    </Stack>
  );
}

function OffersSkeleton() {
  return <Skeletons label={m.offers.loading} heights={["3.5rem", "3.5rem"]} gap={4} />;
}

function columnsFor(zone: string, onEdit: (offer: Offer) => void): Column<Offer>[] {
  return [
    {
      key: "code",
      header: m.common.code,
      primary: true,
      cell: ({ code }) => <strong className={styles.code}>{code}</strong>,
    },
    { key: "discount", header: m.offers.discount, cell: discountLabel },
    { key: "valid", header: m.offers.list.valid, cell: (offer) => periodLabel(offer, zone) },
    { key: "uses", header: m.offers.list.uses, cell: usesLabel },
    {
      key: "status",
      header: m.common.status,
      cell: ({ state }) => <Badge tone={TONES[state]}>{m.offers.states[state]}</Badge>,
    },
    {
      key: "actions",
      header: m.common.actions,
      hideHeader: true,
      align: "end",
      cell: (offer) =>
        offer.state === "ended" ? null : (
          <Button onClick={() => onEdit(offer)}>
            {m.common.edit} <span className="visually-hidden">{offer.code}</span>
          </Button>
        ),
    },
  ];
}

function discountLabel({ percent, amount, minSubtotal }: Offer): string {
  const off =
    percent === null
      ? m.offers.list.amountOff({ amount: formatDollars(amount) })
      : m.offers.list.percentOff({ percent });
  const from = m.offers.list.minimum({ amount: formatSum(minSubtotal) });
  return minSubtotal > 0 ? `${off}, ${from}` : off;
}

function periodLabel({ startsAt, endsAt }: Offer, zone: string): string {
  const from = startsAt ? offerMoment(startsAt, zone) : "";
  const to = endsAt ? offerMoment(endsAt, zone) : "";
  if (from && to) return m.common.fromTo({ from, to });
  if (from) return m.offers.list.since({ from });
  return to ? m.offers.list.until({ to }) : m.offers.list.always;
}

function usesLabel({ uses, maxUses, oncePerPhone }: Offer): string {
  const used = uses.toLocaleString(currentLocale());
  const counted =
    maxUses === null
      ? used
      : m.offers.list.usesOf({ uses: used, max: maxUses.toLocaleString(currentLocale()) });
  return oncePerPhone ? `${counted} · ${m.offers.oncePerPhone}` : counted;
}

interface OfferDrawerProps {
  truckId: string | null;
  zone: string;
  edited: Offer | "new" | null;
  onClose: () => void;
  finalFocus: () => HTMLElement | true | null;
}

/** Adds an offer, or changes and ends one. */
function OfferDrawer({ truckId, zone, edited, onClose, finalFocus }: OfferDrawerProps) {
  const offer = edited === "new" ? null : edited;
  return (
    <FormDrawer
      open={edited !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={offer ? m.offers.editTitle : m.offers.add}
    >
      {edited ? (
        <OfferForm
          key={offer?._id ?? "new"}
          truckId={truckId}
          zone={zone}
          offer={offer}
          onDone={onClose}
        />
      ) : null}
      {offer ? (
        <Stack gap={2} marginTop={6}>
          {truckId ? (
            <ButtonLink
              to={`/admin/poster?${new URLSearchParams({ truck: truckId, offer: offer.code })}`}
            >
              {m.offers.poster}
            </ButtonLink>
          ) : null}
          <EndOffer truckId={truckId} offer={offer} onDone={onClose} />
        </Stack>
      ) : null}
    </FormDrawer>
  );
}

interface EndOfferProps {
  truckId: string | null;
  offer: Offer;
  onDone: () => void;
}

/** Asks once more, because an offer that is ended stays so. */
function EndOffer({ truckId, offer: { _id, code }, onDone }: EndOfferProps) {
  const { mutateAsync, isPending, error, reset } = useEndOffer(truckId);
  const [isAsked, setAsked] = useState(false);
  const shownButton = useRef<HTMLButtonElement>(null);
  const end = () =>
    whenDone(mutateAsync(_id, { onSuccess: onDone }), {
      onSuccess: () => showToast({ type: "success", message: m.offers.end.done({ code }) }),
      onError: () => undefined, // shown beside the button
    });
  const ask = (asked: boolean) => {
    reset();
    flushSync(() => setAsked(asked));
    shownButton.current?.focus();
  };
  if (!isAsked) {
    return (
      <Button ref={shownButton} variant="danger" onClick={() => ask(true)}>
        {m.offers.end.action}
      </Button>
    );
  }
  return (
    <>
      <p role="status">{m.offers.end.question({ code })}</p>
      {/* The button that was pressed is gone. The focus goes to the one that changes nothing. */}
      <Button ref={shownButton} disabled={isPending} onClick={() => ask(false)}>
        {m.offers.end.keep}
      </Button>
      <Button variant="danger" busy={isPending} onClick={end}>
        {m.offers.end.confirm}
      </Button>
      {error ? <Notice tone="danger" role="alert" title={explainOfferError(error)} /> : null}
    </>
  );
}

interface OfferFormProps {
  truckId: string | null;
  zone: string;
  /** Null: a new one. */
  offer: Offer | null;
  onDone: () => void;
}

function OfferForm({ truckId, zone, offer, onDone }: OfferFormProps) {
  const { mutateAsync } = useSaveOffer(truckId);
  const record = useRecordForm({
    ...offerFields(zone),
    schema: offerSchema(zone),
    record: offer,
    save: (base, sent, key) =>
      mutateAsync({
        id: base?._id ?? null,
        sent: base ? { ...sent, version: base.version } : sent,
        key,
      }),
    changedMeanwhile,
    explain: explainOfferError,
    onSaved: ({ code }) => {
      showToast({ type: "success", message: m.offers.form.saved({ code }) });
      onDone();
    },
  });
  const { form } = record;
  const { errors } = form.formState;
  const kind = form.watch("kind");
  const inZone = m.offers.form.zoneHint({ zone: zone.replaceAll("_", " ") });
  return (
    <SectionForm
      record={record}
      label={m.offers.offer}
      conflictTitle={m.offers.conflict.title}
      save={m.offers.form.submit}
      saving={m.common.savingDots}
    >
      <Field
        label={m.common.code}
        hint={offer ? m.offers.form.codeFixed : m.offers.form.codeHint}
        error={errors.code?.message}
      >
        <TextInput
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={offer !== null}
          required
          {...form.register("code")}
        />
      </Field>
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <SegmentedChoice
            label={m.offers.discount}
            choices={[
              { value: "percent", label: m.offers.percent },
              { value: "amount", label: m.offers.amount },
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {kind === "percent" ? (
        <Field label={m.offers.percent} error={errors.percent?.message}>
          <PercentInput inputMode="numeric" maxLength={3} {...form.register("percent")} />
        </Field>
      ) : (
        <Field label={m.offers.amount} error={errors.amount?.message}>
          <MoneyInput maxLength={8} {...form.register("amount")} />
        </Field>
      )}
      <Field
        label={m.offers.minimum}
        hint={m.offers.form.minimumHint}
        error={errors.minSubtotal?.message}
      >
        <MoneyInput maxLength={8} {...form.register("minSubtotal")} />
      </Field>
      <Stack gap={4}>
        <Field label={m.offers.validFrom} hint={inZone} error={errors.startsAt?.message}>
          <TextInput type="datetime-local" {...form.register("startsAt")} />
        </Field>
        <Field label={m.offers.validUntil} hint={inZone} error={errors.endsAt?.message}>
          <TextInput type="datetime-local" {...form.register("endsAt")} />
        </Field>
      </Stack>
      <Field
        label={m.offers.maxUses}
        hint={m.offers.form.maxUsesHint}
        error={errors.maxUses?.message}
      >
        <TextInput inputMode="numeric" maxLength={7} {...form.register("maxUses")} />
      </Field>
      <Switch label={m.offers.oncePerPhone} {...form.register("oncePerPhone")} />
      <Switch
        label={m.common.paused}
        hint={m.offers.form.pausedHint}
        {...form.register("isPaused")}
      />
    </SectionForm>
  );
}
