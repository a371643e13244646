import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import * as v from "valibot";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { BookSettings as limits } from "@/domain/api/limits.gen";
import type { components } from "@/domain/api/schema.gen";
import { bookAccountsKey } from "@/domain/query-keys";
import { parsePercent } from "@/domain/values/money";
import { defineRecordFields } from "@/forms/define-record-fields";
import { requiredText, typedNumber } from "@/forms/field-schemas";
import { SectionForm } from "@/forms/section-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Stack, Text } from "@/ui/layout";
import { FormRow } from "@/ui/layout/form-section-row-and-folded";

type Settings = components["schemas"]["BookSettings"];
type AccountKey = keyof components["schemas"]["AccountNames"];

const MAX_NAME = limits.noTax.maxLength;
const MAX_CODE = 20;
const MAX_RATE = { minimum: 0, maximum: 20 };
const RATE_DECIMALS = 4;

const requiredOf = (maxLength: number) =>
  requiredText({ maxLength }, () => m.bookAccounts.required);

function account(key: AccountKey) {
  return {
    label: () => m.bookAccounts.names[key],
    schema: v.object({ name: requiredOf(MAX_NAME), code: requiredOf(MAX_CODE) }),
    blank: { name: "", code: "" },
    read: ({ accounts }: Settings) => accounts?.[key] ?? { name: "", code: "" },
  };
}

/** In the order of a chart of accounts. */
const fields = defineRecordFields<Settings>()({
  cash: account("cash"),
  card: account("card"),
  processor: account("processor"),
  platform: account("platform"),
  tax: account("tax"),
  tips: account("tips"),
  drawer: account("drawer"),
  sales: account("sales"),
  discounts: account("discounts"),
  refunds: account("refunds"),
  fees: account("fees"),
  disputes: account("disputes"),
  overShort: account("overShort"),
  taxRates: {
    label: () => m.bookAccounts.taxRates,
    schema: v.array(
      v.object({
        rate: typedNumber(
          MAX_RATE,
          (typed) => parsePercent(typed, RATE_DECIMALS),
          () => m.bookAccounts.rateWrong({ highest: MAX_RATE.maximum }),
        ),
        name: requiredOf(MAX_NAME),
      }),
    ),
    blank: [],
    read: ({ taxRates = [] }) => taxRates.map(({ rate, name }) => ({ rate: String(rate), name })),
    show: (rates) => rates.map(({ rate, name }) => `${rate}% ${name}`).join(", "),
  },
  noTax: {
    label: () => m.bookAccounts.noTax,
    schema: requiredOf(MAX_NAME),
    blank: "",
    read: ({ noTax }) => noTax,
  },
});

type Sent = v.InferOutput<typeof fields.schema>;

const ACCOUNTS: readonly AccountKey[] = [
  "cash",
  "card",
  "processor",
  "platform",
  "tax",
  "tips",
  "drawer",
  "sales",
  "discounts",
  "refunds",
  "fees",
  "disputes",
  "overShort",
];

/** What a bookkeeper's program calls the accounts and rates of a truck; read when it is unfolded. */
export function AccountNames({ truckId }: { truckId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{m.bookAccounts.title}</summary>
      {isOpen ? <Names truckId={truckId} /> : null}
    </details>
  );
}

function Names({ truckId }: { truckId: string }) {
  const query = useQuery({
    queryKey: bookAccountsKey(truckId),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/books/accounts", { params: { query: { truckId } }, signal })),
  });
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons label={m.bookAccounts.loading} heights={["3.5rem", "3.5rem"]} />}
      failed={m.bookAccounts.failed}
    >
      {(settings) => <NamesForm truckId={truckId} settings={settings} />}
    </Loaded>
  );
}

function NamesForm({ truckId, settings }: { truckId: string; settings: Settings }) {
  const record = useNamesForm(truckId, settings);
  const { form } = record;
  const { errors } = form.formState;
  return (
    <Stack gap={4} paddingBlock={3} measure="column">
      <Text soft>{m.bookAccounts.lead}</Text>
      <SectionForm
        record={record}
        label={m.bookAccounts.title}
        save={m.common.save}
        saving={m.common.savingDots}
        conflictTitle={m.bookAccounts.conflict}
      >
        {ACCOUNTS.map((key) => (
          <FormRow key={key} shortLast>
            <Field label={fields.label(key)} error={errors[key]?.name?.message}>
              <TextInput
                maxLength={MAX_NAME}
                autoComplete="off"
                {...form.register(`${key}.name` as const)}
              />
            </Field>
            <Field
              label={m.bookAccounts.codeOf({ account: fields.label(key) })}
              error={errors[key]?.code?.message}
            >
              <TextInput
                maxLength={MAX_CODE}
                autoComplete="off"
                {...form.register(`${key}.code` as const)}
              />
            </Field>
          </FormRow>
        ))}
        <RateFields record={record} />
        <Field label={fields.label("noTax")} error={errors.noTax?.message}>
          <TextInput maxLength={MAX_NAME} autoComplete="off" {...form.register("noTax")} />
        </Field>
      </SectionForm>
    </Stack>
  );
}

function RateFields({ record: { form } }: { record: ReturnType<typeof useNamesForm> }) {
  const list = useFieldArray({ control: form.control, name: "taxRates" });
  const { errors } = form.formState;
  return (
    <>
      <Stack gap={1}>
        <h3>{m.bookAccounts.taxRates}</h3>
        <Text soft size="s">
          {m.bookAccounts.taxRatesHint}
        </Text>
      </Stack>
      {list.fields.map(({ id }, index) => (
        <Stack key={id} gap={2} items="start">
          <FormRow>
            <Field label={m.bookAccounts.rate} error={errors.taxRates?.[index]?.rate?.message}>
              <TextInput
                inputMode="decimal"
                maxLength={8}
                autoComplete="off"
                {...form.register(`taxRates.${index}.rate`)}
              />
            </Field>
            <Field label={m.bookAccounts.rateName} error={errors.taxRates?.[index]?.name?.message}>
              <TextInput
                maxLength={MAX_NAME}
                autoComplete="off"
                {...form.register(`taxRates.${index}.name`)}
              />
            </Field>
          </FormRow>
          <Button variant="quiet" onClick={() => list.remove(index)}>
            {m.bookAccounts.removeRate}
          </Button>
        </Stack>
      ))}
      {list.fields.length < limits.taxRates.maxItems ? (
        <Button onClick={() => list.append({ rate: "", name: "" })}>
          {m.bookAccounts.addRate}
        </Button>
      ) : null}
    </>
  );
}

function useNamesForm(truckId: string, settings: Settings) {
  const client = useQueryClient();
  return useRecordForm({
    ...fields,
    record: settings,
    save: (base, sent) =>
      answer(
        api.PUT("/api/books/accounts", {
          params: { query: { truckId } },
          body: toSettings(sent, base?.version ?? 0),
        }),
      ),
    changedMeanwhile,
    fieldsOf,
    onStored: (saved) => {
      client.setQueryData(bookAccountsKey(truckId), saved);
    },
    onSaved: () => {
      showToast({ type: "success", message: m.bookAccounts.saved });
    },
  });
}

function toSettings({ taxRates, noTax, ...accounts }: Sent, version: number): Settings {
  return { accounts, taxRates, noTax, version };
}

function changedMeanwhile(error: unknown): Settings | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return (error.body as { accounts?: Settings }).accounts ?? null;
}

/** The server names a field `accounts.cash.name`; here each account is a field. */
function fieldsOf(error: unknown): Record<string, string> {
  const found = error instanceof ApiError ? error.fields : {};
  const named = Object.entries(found).map(([path, sentence]) => [
    path.replace(/^accounts\./, ""),
    sentence,
  ]);
  return Object.fromEntries(named);
}
