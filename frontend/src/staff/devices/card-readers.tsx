import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { whenDone } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { StaffTruck } from "@/domain/api/staff-types";
import { formatAge } from "@/domain/time/ages";
import { messages as m } from "@/messages";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { Badge } from "@/ui/content/badge";
import { type Column, Table } from "@/ui/content/table";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import {
  isAddressMissing,
  type Reader,
  readersQuery,
  useRegisterReader,
  useRemoveReader,
  useRenameReader,
} from "./api";

const LONGEST_LABEL = 60;

/** The readers that take the truck's cards, and the way to one more. */
export function Readers({ truck }: { truck: StaffTruck }) {
  const query = useQuery(readersQuery(truck._id));
  const [isRegistering, setRegistering] = useState(false);
  const [renamed, setRenamed] = useState<Reader | null>(null);
  const [removed, setRemoved] = useState<Reader | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasAddress = truck.settings.businessAddress != null;
  const register = (
    <Button variant="primary" onClick={() => setRegistering(true)}>
      {m.devices.register.action}
    </Button>
  );
  return (
    <Stack as="section" gap={4} columns="fill" aria-labelledby="card-readers">
      <Row gap={3} align="center" justify="between">
        <Text as="h2" size="xl" id="card-readers" ref={heading} tabIndex={-1}>
          {m.devices.readers}
        </Text>
        {query.data && query.data.length > 0 ? register : null}
      </Row>
      <Loaded query={query} skeleton={<DevicesSkeleton />} failed={m.devices.failed}>
        {(readers) => (
          <>
            {hasAddress ? null : <AddressMissing truckId={truck._id} />}
            <ReaderTable
              readers={readers}
              onRename={setRenamed}
              onRemove={setRemoved}
              empty={
                <EmptyState
                  title={m.devices.empty}
                  description={m.devices.emptyHint}
                  action={hasAddress ? register : undefined}
                />
              }
            />
          </>
        )}
      </Loaded>
      <Dialog
        open={isRegistering}
        onOpenChange={setRegistering}
        title={m.devices.register.action}
        finalFocus={() => heading.current}
      >
        <RegisterForm truckId={truck._id} onDone={() => setRegistering(false)} />
      </Dialog>
      <Dialog
        open={renamed !== null}
        onOpenChange={() => setRenamed(null)}
        title={renamed ? m.devices.renameNamed({ name: renamed.label }) : m.devices.rename}
      >
        {renamed ? <RenameForm reader={renamed} onDone={() => setRenamed(null)} /> : null}
      </Dialog>
      <RemoveQuestion
        truckId={truck._id}
        reader={removed}
        onClose={() => setRemoved(null)}
        onRemoved={() => heading.current?.focus()}
      />
    </Stack>
  );
}

export function DevicesSkeleton() {
  return <Skeletons label={m.devices.loading} heights={["3.5rem", "3.5rem"]} gap={4} />;
}

interface SeenDevice {
  lastSeenAt: string | null;
}

/** When the provider, or the server, last heard from a device. */
export function lastSeenColumn<Row extends SeenDevice>(now: Date): Column<Row> {
  return {
    key: "seen",
    header: m.devices.lastSeen,
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? (
        <time dateTime={lastSeenAt}>{formatAge(new Date(lastSeenAt), now)}</time>
      ) : (
        m.devices.never
      ),
  };
}

/** Readers are registered at an address, which is entered elsewhere. */
function AddressMissing({ truckId }: { truckId: string }) {
  return (
    <Notice
      tone="warning"
      title={m.devices.addressMissing}
      action={
        <ButtonLink to={`/admin/our-truck?truck=${truckId}`}>{m.devices.enterAddress}</ButtonLink>
      }
    >
      {m.devices.addressHint}
    </Notice>
  );
}

interface ReaderTableProps {
  readers: readonly Reader[];
  onRename: (reader: Reader) => void;
  onRemove: (reader: Reader) => void;
  empty: ReactNode;
}

function ReaderTable({ readers, onRename, onRemove, empty }: ReaderTableProps) {
  const now = usePresent();
  const columns: Column<Reader>[] = [
    { key: "name", header: m.common.name, primary: true, cell: ({ label }) => label },
    {
      key: "status",
      header: m.common.status,
      cell: ({ status }) => (
        <Badge tone={status === "online" ? "good" : "warning"}>{m.devices.states[status]}</Badge>
      ),
    },
    lastSeenColumn(now),
    {
      key: "actions",
      header: m.common.actions,
      hideHeader: true,
      align: "end",
      cell: (reader) => (
        <Row gap={2} justify="end">
          <Button onClick={() => onRename(reader)}>
            {m.devices.rename} <span className="visually-hidden">{reader.label}</span>
          </Button>
          <Button variant="quiet" onClick={() => onRemove(reader)}>
            {m.common.remove} <span className="visually-hidden">{reader.label}</span>
          </Button>
        </Row>
      ),
    },
  ];
  return (
    <Table
      caption={m.devices.readers}
      columns={columns}
      rows={readers}
      rowKey={({ _id }) => _id}
      empty={empty}
    />
  );
}

/** The code that the reader shows, and what staff call it. */
function RegisterForm({ truckId, onDone }: { truckId: string; onDone: () => void }) {
  const [code, setCode] = useState("");
  const [label, setLabel] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync, isPending, error } = useRegisterReader(truckId);
  const { data: config } = useQuery(serverConfigQuery());
  // The sandbox alone brings a payment script of its own.
  const isSandbox = Boolean(config?.stripeJsUrl);
  const wrong = error instanceof ApiError ? error.fields : {};

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isPending || !code.trim() || !label.trim()) return;
    whenDone(mutateAsync({ registrationCode: code.trim(), label: label.trim() }), {
      onSuccess: ({ label: name }) => {
        showToast({ type: "success", message: m.devices.register.done({ name }) });
        onDone();
      },
      onError: () => undefined,
    });
  }

  return (
    <Stack as="form" gap={4} columns="fill" noValidate onSubmit={handleSubmit}>
      <Field
        label={m.devices.register.code}
        hint={
          isSandbox
            ? `${m.devices.register.codeHint} ${m.devices.register.sandboxHint}`
            : m.devices.register.codeHint
        }
        error={
          wrong.registrationCode ??
          (isAsked && !code.trim() ? m.devices.register.codeMissing : undefined)
        }
      >
        <TextInput
          value={code}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <LabelField label={label} onChange={setLabel} isAsked={isAsked} error={wrong.label} />
      {isAddressMissing(error) ? <AddressMissing truckId={truckId} /> : null}
      {error && !isAddressMissing(error) ? (
        <Notice tone="danger" role="alert" title={errorMessage(error)} />
      ) : null}
      <Button type="submit" variant="primary" size="large" busy={isPending}>
        {m.devices.register.submit}
      </Button>
    </Stack>
  );
}

interface LabelFieldProps {
  label: string;
  onChange: (label: string) => void;
  isAsked: boolean;
  error: string | undefined;
}

function LabelField({ label, onChange, isAsked, error }: LabelFieldProps) {
  return (
    <Field
      label={m.common.name}
      hint={m.devices.labelHint}
      error={error ?? (isAsked && !label.trim() ? m.devices.labelMissing : undefined)}
    >
      <TextInput
        value={label}
        maxLength={LONGEST_LABEL}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function RenameForm({ reader, onDone }: { reader: Reader; onDone: () => void }) {
  const [label, setLabel] = useState(reader.label);
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync, isPending, error } = useRenameReader(reader);
  const wrong = error instanceof ApiError ? error.fields.label : undefined;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isPending || !label.trim()) return;
    whenDone(mutateAsync(label.trim()), {
      onSuccess: ({ label: name }) => {
        showToast({ type: "success", message: m.common.savedNamed({ name }) });
        onDone();
      },
      onError: () => undefined,
    });
  }

  return (
    <Stack as="form" gap={4} columns="fill" noValidate onSubmit={handleSubmit}>
      <LabelField label={label} onChange={setLabel} isAsked={isAsked} error={wrong} />
      {error && !wrong ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      <Button type="submit" variant="primary" busy={isPending}>
        {m.common.save}
      </Button>
    </Stack>
  );
}

interface RemoveQuestionProps {
  truckId: string;
  /** Null: nothing is asked. */
  reader: Reader | null;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveQuestion({ truckId, reader, onClose, onRemoved }: RemoveQuestionProps) {
  const { mutateAsync, isPending } = useRemoveReader(truckId);
  // Its name stays while the question closes.
  const [shown, setShown] = useState(reader);
  if (reader && reader !== shown) setShown(reader);
  const name = shown?.label ?? "";

  function remove(gone: Reader) {
    whenDone(mutateAsync(gone), {
      onSuccess: () => {
        showToast({ type: "success", message: m.devices.remove.done({ name }) });
        onRemoved();
      },
      onError: (error) => {
        const message = m.devices.remove.failed({ name, errorMessage: errorMessage(error) });
        showToast({ type: "error", message });
      },
      onSettled: onClose,
    });
  }

  return (
    <ConfirmDialog
      open={reader !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={m.devices.remove.title({ name })}
      confirmLabel={m.common.remove}
      destructive
      pending={isPending}
      onConfirm={() => {
        if (reader) remove(reader);
      }}
    >
      <p>{m.devices.remove.hint}</p>
    </ConfirmDialog>
  );
}
