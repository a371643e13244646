import { useQuery } from "@tanstack/react-query";
import { messages as m } from "@/messages";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Row, Stack } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { unprintedQuery, useDecidePrintJobs } from "./api";
import { DevicesSkeleton, Readers } from "./card-readers";
import { Printers } from "./printers";
import { Tablets } from "./tablets";

/** What a truck works with at its window, a section for each kind of device. */
export function DevicesPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.shell.places.devices);
  return (
    <>
      <PageHeader
        title={m.shell.places.devices}
        description={scope.truck?.name}
        actions={<TruckSelect scope={scope} />}
      />
      <TruckContent scope={scope} skeleton={<DevicesSkeleton />}>
        {scope.truck ? (
          <Stack key={scope.truck._id} gap={8} columns="fill">
            <Readers truck={scope.truck} />
            <Printers truckId={scope.truck._id} notice={<Unprinted truckId={scope.truck._id} />} />
            <Tablets truckId={scope.truck._id} />
          </Stack>
        ) : null}
      </TruckContent>
    </>
  );
}

/** What was not printed, because no printer asked for it for an hour or could not print it. */
function Unprinted({ truckId }: { truckId: string }) {
  const { data: jobs = [] } = useQuery(unprintedQuery(truckId));
  const { mutate, isPending } = useDecidePrintJobs(truckId);
  if (jobs.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={
        jobs.every(({ kind }) => kind === "ticket")
          ? m.devices.printer.unprintedTickets({ count: jobs.length })
          : m.devices.printer.unprinted({ count: jobs.length })
      }
      action={
        <Row gap={2}>
          <Button busy={isPending} onClick={() => mutate({ jobs, what: "print" })}>
            {m.devices.printer.printAll}
          </Button>
          <Button variant="quiet" onClick={() => mutate({ jobs, what: "drop" })}>
            {m.devices.printer.dropAll}
          </Button>
        </Row>
      }
    >
      {m.devices.printer.unprintedHint}
    </Notice>
  );
}
