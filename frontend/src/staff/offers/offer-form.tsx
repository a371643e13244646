import { Controller } from "react-hook-form";
import { ShortForm } from "@/forms/short-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { Switch } from "@/ui/controls/choices/switch";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-input";
import { PercentInput } from "@/ui/inputs/percent-input";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack } from "@/ui/layout";
import { changedMeanwhile, explainOfferError, type Offer, useSaveOffer } from "./api";
import { describeChange, offerSchema, offerValues } from "./offer-values";

interface OfferFormProps {
  truckId: string | null;
  zone: string;
  /** Null: a new one. */
  offer: Offer | null;
  onDone: () => void;
}

export function OfferForm({ truckId, zone, offer, onDone }: OfferFormProps) {
  const { mutateAsync } = useSaveOffer(truckId);
  const record = useRecordForm({
    record: offer,
    blank: offerValues(null, zone),
    valuesOf: (stored) => offerValues(stored, zone),
    schema: offerSchema(zone),
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
    <ShortForm
      record={record}
      label={m.offers.offer}
      what={m.offers.thisOffer}
      describeChange={describeChange(zone)}
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
    </ShortForm>
  );
}
