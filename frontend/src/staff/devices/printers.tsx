import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { whenDone } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/messages/language";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { Badge } from "@/ui/content/badge";
import { type Column, Table } from "@/ui/content/table";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import {
  type NewPrinter,
  type Printer,
  printersQuery,
  useAddPrinter,
  useChangePrinter,
  usePrinterDeed,
} from "./api";
import { lastSeenColumn } from "./card-readers";

const LONGEST_LABEL = 40;
const KINDS: readonly Printer["kind"][] = ["star_cloudprnt", "epson_sdp"];
const PAPERS = [80, 58] as const;
const MOMENTS: readonly Printer["printOn"][] = ["placed", "confirmed"];

/** The receipt printers of a truck, each with what it said last, and the way to one more. */
export function Printers({ truckId, notice }: { truckId: string; notice: React.ReactNode }) {
  const query = useQuery(printersQuery(truckId));
  const [isAdding, setAdding] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const [edited, setEdited] = useState<Printer | null>(null);
  const [renewed, setRenewed] = useState<Printer | null>(null);
  const [removed, setRemoved] = useState<Printer | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const deed = usePrinterDeed(truckId);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {m.devices.printer.add}
    </Button>
  );

  function run(what: "test" | "renew" | "remove", printer: Printer, done: string) {
    whenDone(deed.mutateAsync({ what, printer }), {
      onSuccess: (address) => {
        if (address) setUrl(address);
        showToast({ type: "success", message: done });
        if (what === "remove") heading.current?.focus();
      },
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
      onSettled: () => {
        setRenewed(null);
        setRemoved(null);
      },
    });
  }

  return (
    <Stack as="section" gap={4} columns="fill" aria-labelledby="receipt-printers">
      <Row gap={3} align="center" justify="between">
        <Text as="h2" size="xl" id="receipt-printers" ref={heading} tabIndex={-1}>
          {m.devices.printer.title}
        </Text>
        {query.data && query.data.length > 0 ? add : null}
      </Row>
      {notice}
      <Loaded
        query={query}
        skeleton={<Skeletons label={m.devices.printer.loading} heights={["3.5rem"]} gap={4} />}
        failed={m.devices.printer.failed}
      >
        {(printers) => (
          <PrinterTable
            printers={printers}
            onTest={(one) => run("test", one, m.devices.printer.tested)}
            onEdit={setEdited}
            onRenew={setRenewed}
            onRemove={setRemoved}
            empty={
              <EmptyState
                title={m.devices.printer.empty}
                description={m.devices.printer.emptyHint}
                action={add}
              />
            }
          />
        )}
      </Loaded>
      <Dialog
        open={isAdding}
        onOpenChange={setAdding}
        title={m.devices.printer.add}
        finalFocus={() => heading.current}
      >
        <AddForm
          truckId={truckId}
          onDone={(address) => {
            setAdding(false);
            setUrl(address);
          }}
        />
      </Dialog>
      <Dialog
        open={edited !== null}
        onOpenChange={() => setEdited(null)}
        title={m.common.editNamed({ name: edited?.label ?? "" })}
        finalFocus={() => heading.current}
      >
        {edited ? <EditForm printer={edited} onDone={() => setEdited(null)} /> : null}
      </Dialog>
      <Dialog
        open={url !== null}
        onOpenChange={() => setUrl(null)}
        title={m.devices.printer.address}
        finalFocus={() => heading.current}
      >
        <Stack gap={4} columns="fill">
          <Field label={m.devices.printer.address} hint={m.devices.printer.addressHint}>
            <TextInput value={url ?? ""} readOnly onFocus={(event) => event.target.select()} />
          </Field>
          <Text as="p">{m.devices.printer.whereStar}</Text>
          <Text as="p">{m.devices.printer.whereEpson}</Text>
        </Stack>
      </Dialog>
      <ConfirmDialog
        open={renewed !== null}
        onOpenChange={() => setRenewed(null)}
        title={m.devices.printer.renewTitle}
        confirmLabel={m.devices.printer.renew}
        pending={deed.isPending}
        onConfirm={() => renewed && run("renew", renewed, m.devices.printer.renewed)}
      >
        <p>{m.devices.printer.renewHint}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={m.devices.remove.title({ name: removed?.label ?? "" })}
        confirmLabel={m.common.remove}
        destructive
        pending={deed.isPending}
        onConfirm={() =>
          removed && run("remove", removed, m.devices.remove.done({ name: removed.label }))
        }
      >
        <p>{m.devices.printer.removeHint}</p>
      </ConfirmDialog>
    </Stack>
  );
}

interface PrinterTableProps {
  printers: readonly Printer[];
  onTest: (printer: Printer) => void;
  onEdit: (printer: Printer) => void;
  onRenew: (printer: Printer) => void;
  onRemove: (printer: Printer) => void;
  empty: React.ReactNode;
}

function PrinterTable({ printers, onTest, onEdit, onRenew, onRemove, empty }: PrinterTableProps) {
  const now = usePresent();
  const columns: Column<Printer>[] = [
    { key: "name", header: m.common.name, primary: true, cell: ({ label }) => label },
    {
      key: "status",
      header: m.common.status,
      cell: ({ state }) => (
        <Badge tone={state === "ready" ? "good" : "warning"}>
          {m.devices.printer.states[state]}
        </Badge>
      ),
    },
    lastSeenColumn(now),
    {
      key: "actions",
      header: m.common.actions,
      hideHeader: true,
      align: "end",
      cell: (printer) => (
        <Row gap={2} justify="end">
          <Button onClick={() => onTest(printer)}>
            {m.devices.printer.test} <span className="visually-hidden">{printer.label}</span>
          </Button>
          <Button onClick={() => onEdit(printer)}>
            {m.common.edit} <span className="visually-hidden">{printer.label}</span>
          </Button>
          <Button onClick={() => onRenew(printer)}>
            {m.devices.printer.renew} <span className="visually-hidden">{printer.label}</span>
          </Button>
          <Button variant="quiet" onClick={() => onRemove(printer)}>
            {m.common.remove} <span className="visually-hidden">{printer.label}</span>
          </Button>
        </Row>
      ),
    },
  ];
  return (
    <Table
      caption={m.devices.printer.title}
      columns={columns}
      rows={printers}
      rowKey={({ _id }) => _id}
      empty={empty}
    />
  );
}

const BLANK: Omit<NewPrinter, "language"> = {
  label: "",
  kind: "star_cloudprnt",
  paperMm: 80,
  prints: ["ticket", "receipt"],
  printOn: "placed",
  drawerKick: false,
};

/** What the printer is and what it prints. Its address follows. */
function AddForm({ truckId, onDone }: { truckId: string; onDone: (url: string) => void }) {
  const { mutateAsync } = useAddPrinter(truckId);
  return (
    <PrinterForm
      known={{ ...BLANK, language: currentLanguage() }}
      submit={m.devices.printer.add}
      asksKind
      onSend={async (printer) => onDone((await mutateAsync(printer)).url)}
    />
  );
}

/** What the printer prints and how; what it is does not change. */
function EditForm({ printer, onDone }: { printer: Printer; onDone: () => void }) {
  const { label, kind, paperMm, prints, printOn, language, drawerKick } = printer;
  const { mutateAsync } = useChangePrinter(printer);
  return (
    <PrinterForm
      known={{ label, kind, paperMm, prints, printOn, language, drawerKick }}
      submit={m.common.save}
      onSend={async (changed) => {
        await mutateAsync(changed);
        onDone();
      }}
    />
  );
}

interface PrinterFormProps {
  known: NewPrinter;
  submit: string;
  asksKind?: boolean;
  onSend: (printer: NewPrinter) => Promise<void>;
}

function PrinterForm({ known, submit, asksKind = false, onSend }: PrinterFormProps) {
  const [printer, setPrinter] = useState(known);
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error } = useMutation({ mutationFn: onSend });
  const wrong = error instanceof ApiError ? error.fields : {};
  const change = (part: Partial<NewPrinter>) => setPrinter((before) => ({ ...before, ...part }));

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isPending || !printer.label.trim()) return;
    mutate({ ...printer, label: printer.label.trim() });
  }

  function tick(what: "ticket" | "receipt", isOn: boolean) {
    const others = printer.prints.filter((one) => one !== what);
    change({ prints: isOn ? [...others, what] : others });
  }

  return (
    <Stack as="form" gap={4} columns="fill" noValidate onSubmit={handleSubmit}>
      <Field
        label={m.common.name}
        hint={m.devices.printer.labelHint}
        error={
          wrong.label ?? (isAsked && !printer.label.trim() ? m.devices.labelMissing : undefined)
        }
      >
        <TextInput
          value={printer.label}
          maxLength={LONGEST_LABEL}
          autoComplete="off"
          onChange={(event) => change({ label: event.target.value })}
        />
      </Field>
      {asksKind ? (
        <Field label={m.devices.printer.kind} error={wrong.kind}>
          <Select
            value={printer.kind}
            onChange={({ target }) =>
              change({ kind: KINDS.find((kind) => kind === target.value) ?? printer.kind })
            }
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {m.devices.printer.kinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label={m.common.language} error={wrong.language}>
        <Select
          value={printer.language}
          onChange={({ target }) =>
            change({ language: LANGUAGES.find((one) => one === target.value) ?? printer.language })
          }
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={m.devices.printer.paper} error={wrong.paperMm}>
        <Select
          value={printer.paperMm}
          onChange={({ target }) => change({ paperMm: Number(target.value) })}
        >
          {PAPERS.map((mm) => (
            <option key={mm} value={mm}>
              {m.devices.printer.millimeters({ mm })}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={m.devices.printer.tickets}
        checked={printer.prints.includes("ticket")}
        onChange={({ target }) => tick("ticket", target.checked)}
      />
      <Field label={m.devices.printer.printOn} error={wrong.printOn}>
        <Select
          value={printer.printOn}
          onChange={({ target }) =>
            change({ printOn: MOMENTS.find((one) => one === target.value) ?? printer.printOn })
          }
        >
          {MOMENTS.map((moment) => (
            <option key={moment} value={moment}>
              {m.devices.printer.moments[moment]}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={m.devices.printer.receipts}
        checked={printer.prints.includes("receipt")}
        onChange={({ target }) => tick("receipt", target.checked)}
      />
      <Checkbox
        label={m.devices.printer.drawerKick}
        checked={printer.drawerKick}
        onChange={({ target }) => change({ drawerKick: target.checked })}
      />
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      <Button type="submit" variant="primary" size="large" busy={isPending}>
        {submit}
      </Button>
    </Stack>
  );
}
