import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memo, useMemo, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import { allTrucksKey } from "@/domain/query-keys";
import { formatDate } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import { setTruckActive, showChangedTruck } from "@/staff/trucks/api";
import {
  DeactivateTruckQuestion,
  DeleteTruckQuestion,
} from "@/staff/trucks/delete-and-deactivate-truck";
import { PaymentAccountCell } from "@/staff/trucks/payment-account/account-cell-and-return-notice";
import styles from "@/staff/trucks/trucks.module.css";
import { Badge } from "@/ui/content/badge";
import { type Column, Table } from "@/ui/content/table";
import { Button, ButtonLink } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { FROM_LIST } from "@/ui/layout/back-button-and-return-to-list";

interface TrucksTableProps {
  trucks: readonly StaffTruck[];
  onDeleted: () => void;
}

/** One page of trucks. Only its rows ask the payment provider. */
export function TrucksTable({ trucks, onDeleted }: TrucksTableProps) {
  const columns = useMemo((): Column<StaffTruck>[] => {
    return [
      {
        key: "truck",
        header: m.common.truckShort,
        primary: true,
        cell: (truck) => <Name truck={truck} />,
      },
      { key: "owner", header: m.common.owner, cell: (truck) => <Owner truck={truck} /> },
      {
        key: "status",
        header: m.common.status,
        cell: (truck) => <Status truck={truck} />,
      },
      { key: "stripe", header: "Stripe", cell: (truck) => <PaymentAccountCell truck={truck} /> },
      {
        key: "created",
        header: m.trucks.created,
        cell: (truck) => <Created truck={truck} />,
      },
      {
        key: "actions",
        header: m.common.actions,
        cell: (truck) => <TruckActions truck={truck} onDeleted={onDeleted} />,
      },
    ];
  }, [onDeleted]);
  return (
    <Table
      caption={m.common.foodTrucks}
      columns={columns}
      rows={trucks}
      rowKey={(truck) => truck._id}
    />
  );
}

function Name({ truck }: { truck: StaffTruck }) {
  return (
    <Stack gap={1} shrinks breaks>
      <strong className={styles.name}>{truck.name}</strong>
      <Text as="span" soft size="s" weight={400}>
        /{truck.slug}
      </Text>
    </Stack>
  );
}

function Owner({ truck }: { truck: StaffTruck }) {
  const { name, email } = truck.owner;
  if (!name && !email)
    return (
      <Text as="span" soft size="s" weight={400}>
        {m.trucks.noOwner}
      </Text>
    );
  return (
    <Stack gap={1} shrinks breaks className={styles.owner}>
      <span>{name}</span>
      {email ? (
        <Text as="a" soft size="s" weight={400} href={`mailto:${email}`}>
          {email}
        </Text>
      ) : null}
    </Stack>
  );
}

function Status({ truck }: { truck: StaffTruck }) {
  if (truck.isDraft) return <Badge tone="info">{m.shell.draft}</Badge>;
  return truck.isActive ? (
    <Badge tone="good">{m.common.active}</Badge>
  ) : (
    <Badge>{m.common.inactive}</Badge>
  );
}

function Created({ truck }: { truck: StaffTruck }) {
  return (
    <Text as="time" tabular dateTime={truck.createdAt}>
      {formatDate(new Date(truck.createdAt), truck.timezone)}
    </Text>
  );
}

interface TruckActionsProps {
  truck: StaffTruck;
  /** The row is about to go: the focus needs another place. */
  onDeleted: () => void;
}

/** Edit, switch on or off (a draft: finish), delete. */
const TruckActions = memo(function TruckActions({ truck, onDeleted }: TruckActionsProps) {
  // Most rows are never asked to go, and a dialog costs more than the whole row.
  const [question, setQuestion] = useState<"delete" | "deactivate" | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [removalError, setRemovalError] = useState<unknown>(null);
  const client = useQueryClient();
  const activity = useMutation({
    mutationFn: (isActive: boolean) => setTruckActive(truck, isActive),
    onSuccess: (changed) => {
      if (!changed.isActive) sayThatItIsOff();
      return showChangedTruck(client, changed);
    },
    onError: () => {
      showToast({ type: "error", message: m.trucks.activate.failed });
      lookAgain();
    },
    onSettled: () => setOpen(false),
  });

  // A colleague may have been quicker; the table shows what is true now.
  function lookAgain() {
    client.invalidateQueries({ queryKey: allTrucksKey() });
  }

  function sayThatItIsOff() {
    showToast({
      type: "success",
      message: m.trucks.deactivate.done({ name: truck.name }),
      action: { label: m.common.undo, onClick: () => activity.mutate(true) },
    });
  }

  function ask(about: "delete" | "deactivate") {
    setRemovalError(null);
    activity.reset();
    setQuestion(about);
    setOpen(true);
  }

  const problem = activity.error ?? removalError;
  const toggle = toggleWords(truck, activity.isPending);
  return (
    <>
      <Row gap={1} className={styles.actions}>
        <ButtonLink
          to={`/admin/trucks/edit/${truck._id}`}
          state={FROM_LIST}
          aria-label={m.common.editNamed({ name: truck.name })}
        >
          {m.common.edit}
        </ButtonLink>
        {truck.isDraft ? (
          <ButtonLink
            to={`/admin/trucks/${truck._id}`}
            aria-label={m.trucks.finishNamed({ name: truck.name })}
          >
            {m.trucks.finish}
          </ButtonLink>
        ) : (
          <Button
            variant="quiet"
            busy={activity.isPending}
            aria-label={toggle.named({ name: truck.name })}
            onClick={() => (truck.isActive ? ask("deactivate") : activity.mutate(true))}
          >
            {toggle.action}
          </Button>
        )}
        <Button
          variant="quiet"
          className={styles.delete}
          aria-label={m.common.deleteNamed({ name: truck.name })}
          onClick={() => ask("delete")}
        >
          {m.common.delete}
        </Button>
      </Row>
      {problem ? (
        <Text tone="danger" size="s" className={styles.problem}>
          {errorMessage(problem)}
        </Text>
      ) : null}
      {question === "delete" ? (
        <DeleteTruckQuestion
          truck={truck}
          open={isOpen}
          onOpenChange={setOpen}
          onDeleted={() => {
            const message = m.trucks.delete.done({ name: truck.name });
            showToast({ type: "success", message });
            onDeleted();
          }}
          onFailed={(error) => {
            setRemovalError(error);
            lookAgain();
          }}
        />
      ) : null}
      {question === "deactivate" ? (
        <DeactivateTruckQuestion
          truck={truck}
          open={isOpen}
          onOpenChange={setOpen}
          pending={activity.isPending}
          onConfirm={() => activity.mutate(false)}
        />
      ) : null}
    </>
  );
});

function toggleWords(truck: StaffTruck, isPending: boolean) {
  if (isPending) return { action: m.common.updating, named: m.trucks.updating };
  return truck.isActive ? m.trucks.deactivate : m.trucks.activate;
}
