import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { loadOutbox } from "@/domain/offline/load-outbox";
import { deviceId } from "@/domain/values/random-ids-and-device-id";
import { messages as m } from "@/messages";
import { signOut } from "@/staff/session/session";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { type Column, Table } from "@/ui/content/table";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { removeTablet, type Tablet, tabletsQuery } from "./api";
import { lastSeenColumn } from "./card-readers";

/** The browsers that sell for a truck: this one, which can be forgotten, and the others. */
export function Tablets({ truckId }: { truckId: string }) {
  const query = useQuery(tabletsQuery(truckId));
  const ownId = deviceId();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async (tablet: Tablet) => {
    setProblem(await problemOf(removeTablet(truckId, tablet.deviceId)));
    await client.invalidateQueries({ queryKey: tabletsQuery(truckId).queryKey });
  };
  return (
    <Stack as="section" gap={4} columns="fill" aria-labelledby="this-tablet">
      <Text as="h2" size="xl" id="this-tablet">
        {m.devices.tablet.title}
      </Text>
      <Loaded
        query={query}
        skeleton={<Skeletons label={m.devices.loading} heights={["3.5rem"]} />}
        failed={m.devices.tablet.failedToLoad}
      >
        {(tablets) => {
          const own = tablets.find((tablet) => tablet.deviceId === ownId);
          return (
            <>
              {own ? <p>{m.devices.tablet.letter(own)}</p> : null}
              <ForgetTablet truckId={truckId} onProblem={setProblem} />
              {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
              <OtherTablets tablets={tablets.filter((one) => one !== own)} onRemove={remove} />
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}

/** What kept it from being done, in a sentence; null for nothing. */
async function problemOf(deed: Promise<unknown>): Promise<string | null> {
  try {
    await deed;
    return null;
  } catch (error) {
    return m.devices.tablet.failed({ reason: errorMessage(error) });
  }
}

interface ForgetTabletProps {
  truckId: string;
  onProblem: (problem: string | null) => void;
}

function ForgetTablet({ truckId, onProblem }: ForgetTabletProps) {
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const ask = async () => {
    const count = await unsentCount();
    onProblem(count > 0 ? m.devices.tablet.unsent({ count }) : null);
    setAsking(count === 0);
  };
  const confirm = async () => {
    setPending(true);
    // Another tab may have kept an order since it was asked, and does so until all is deleted.
    const isFree = (await unsentCount()) === 0;
    const failure = isFree ? await problemOf(forget(truckId)) : null;
    const left = failure === null && isFree ? 0 : await unsentCount();
    const problem = left > 0 ? m.devices.tablet.unsent({ count: left }) : failure;
    setPending(false);
    setAsking(false);
    onProblem(problem);
    if (problem === null) signOut();
  };
  return (
    <Stack gap={2} items="start">
      <Text soft>{m.devices.tablet.forgetHint}</Text>
      <Button onClick={() => void ask()}>{m.devices.tablet.forget}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.devices.tablet.forgetTitle}
        confirmLabel={m.devices.tablet.forget}
        destructive
        pending={isPending}
        onConfirm={() => void confirm()}
      >
        <p>{m.devices.tablet.forgetHint}</p>
      </ConfirmDialog>
    </Stack>
  );
}

/** Of all trucks: what is not sent of another one is not to be deleted either. */
async function unsentCount(): Promise<number> {
  if (typeof indexedDB === "undefined") return 0;
  const { countByTruck } = await loadOutbox();
  return [...(await countByTruck()).values()].reduce((sum, count) => sum + count, 0);
}

async function forget(truckId: string): Promise<void> {
  try {
    await removeTablet(truckId, deviceId());
  } catch (error) {
    // It has sold nothing for this truck yet.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  const { forgetEverything } = await import("@/domain/offline/device-storage");
  await forgetEverything();
}

interface OtherTabletsProps {
  tablets: readonly Tablet[];
  onRemove: (tablet: Tablet) => Promise<void>;
}

function OtherTablets({ tablets, onRemove }: OtherTabletsProps) {
  const now = usePresent();
  const columns: Column<Tablet>[] = [
    {
      key: "name",
      header: m.devices.tablet.others,
      primary: true,
      cell: ({ letter }) => m.devices.tablet.named({ letter }),
    },
    lastSeenColumn(now),
    {
      key: "remove",
      header: m.common.actions,
      hideHeader: true,
      align: "end",
      cell: (tablet) => (
        <Button variant="quiet" onClick={() => void onRemove(tablet)}>
          {m.devices.tablet.remove}{" "}
          <span className="visually-hidden">{m.devices.tablet.named(tablet)}</span>
        </Button>
      ),
    },
  ];
  if (tablets.length === 0) return <Text soft>{m.devices.tablet.noOthers}</Text>;
  return (
    <Table
      caption={m.devices.tablet.others}
      columns={columns}
      rows={tablets}
      rowKey={(tablet) => tablet.deviceId}
    />
  );
}
