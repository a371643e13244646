import { messages as m } from "@/messages";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Stack } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { DevicesSkeleton, Readers } from "./card-readers";
import { Printers } from "./printers";

/** What a truck works with at its window, a section for each kind of device. */
export function DevicesPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.shell.devices);
  return (
    <>
      <PageHeader
        title={m.shell.devices}
        description={scope.truck?.name}
        actions={<TruckSelect scope={scope} />}
      />
      <TruckContent scope={scope} skeleton={<DevicesSkeleton />}>
        {scope.truck ? (
          <Stack key={scope.truck._id} gap={8} columns="fill">
            <Readers truck={scope.truck} />
            <Printers truckId={scope.truck._id} />
          </Stack>
        ) : null}
      </TruckContent>
    </>
  );
}
