import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { StaffTruck } from "@/domain/api/staff-types";
import { EditForm } from "@/forms/edit-form-and-preview-frame";
import { isSame } from "@/forms/merge-edits";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { useTruckScope } from "@/staff/shell/truck-scope-and-select";
import {
  changedMeanwhile,
  changeSettings,
  showChangedTruck,
  staffTruckQuery,
} from "@/staff/trucks/api";
import { TruckChecklist } from "@/staff/trucks/truck-checklist";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { FormSkeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import { BackButton } from "@/ui/layout/back-button-and-return-to-list";
import { FormSection } from "@/ui/layout/form-section-row-and-folded";
import { PageHeader } from "@/ui/layout/page-header";
import { BusinessAddress, PhoneField } from "./address-contact-and-timezone-fields";
import { ImageFields } from "./appearance-fields";
import { DescriptionFields } from "./name-slug-and-cuisine-fields";
import {
  ConfirmsOrdersField,
  LeadTimeField,
  MoreTaxFields,
  SelfServiceField,
  SignatureField,
  TipFields,
} from "./ordering-and-money-fields";
import {
  type TruckSubmission,
  type TruckValues,
  truckFields,
  truckSchema,
} from "./truck-form-schema";
import { previewOf, TruckPreview } from "./truck-preview";
import { useUploads } from "./use-truck-form";

const DASHBOARD = "/admin/dashboard";

/** What a truck's own admin changes of it: what customers see, and how it takes orders. */
export function OurTruckPage() {
  const scope = useTruckScope();
  const query = useQuery(staffTruckQuery(scope.truckId ?? ""));
  useDocumentTitle(m.shell.places.ourTruck);
  if (query.data) return <OurTruck key={query.data._id} truck={query.data} />;
  const skeleton = <FormSkeleton label={m.common.loadingTruck} />;
  return (
    <>
      <PageHeader title={m.shell.places.ourTruck} back={<BackButton fallback={DASHBOARD} />} />
      <TruckContent scope={scope} skeleton={skeleton}>
        {scope.truckId ? (
          <Loaded
            query={query}
            skeleton={skeleton}
            failed={m.truckForm.failed}
            missing={
              <ErrorState title={m.truckForm.notFound} description={m.truckForm.notFoundHint} />
            }
          >
            {() => null}
          </Loaded>
        ) : null}
      </TruckContent>
    </>
  );
}

function OurTruck({ truck }: { truck: StaffTruck }) {
  const record = useOurTruckForm(truck);
  const { form } = record;
  const uploads = useUploads();
  return (
    <EditForm
      title={m.shell.places.ourTruck}
      conflictTitle={m.truckForm.conflict.title}
      backTo={DASHBOARD}
      record={record}
      isUploading={uploads.isRunning}
      intro={truck.isDraft ? <DraftChecklist truck={truck} /> : null}
      aside={<TruckPreview form={form} truck={truck} preview={previewOf} />}
    >
      <FormSection title={m.ourTruck.customers} description={m.truckForm.look.lead}>
        <ImageFields form={form} onUploading={uploads.tell} />
        <DescriptionFields form={form} />
        <PhoneField form={form} />
      </FormSection>
      <FormSection title={m.truckForm.ordering.title}>
        <LeadTimeField form={form} />
        <ConfirmsOrdersField form={form} />
        <SelfServiceField form={form} />
        <TipFields form={form} />
        <MoreTaxFields form={form} />
        <SignatureField form={form} />
      </FormSection>
      <BusinessAddress form={form} />
    </EditForm>
  );
}

/** What stands between a new truck and its first order comes before what can be said about it. */
function DraftChecklist({ truck }: { truck: StaffTruck }) {
  return (
    <Stack gap={2} marginBottom={6}>
      <Text as="h2" size="xl">
        {m.checklist.title}
      </Text>
      <Text soft>{m.checklist.draftHint}</Text>
      <TruckChecklist truck={truck} mayPublish={false} />
    </Stack>
  );
}

const OWN_FIELDS = [
  "imageUrl",
  "bannerImage",
  "shortDescription",
  "description",
  "phone",
  "leadMinutes",
  "selfService",
  "confirmsOrders",
  "takesTips",
  "tipPresets",
  "smsSignature",
  "reducedTaxRate",
  "pricesIncludeTax",
  "businessAddress",
] as const;

/** The form of the whole truck, of which only what was changed here is sent. It stays open after a save. */
function useOurTruckForm(truck: StaffTruck) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const { _id: userId } = useCurrentUser();
  const record = useRecordForm<StaffTruck, TruckValues, TruckSubmission>({
    ...truckFields,
    schema: truckSchema,
    record: truck,
    draftKey: `${userId} ${pathname}`,
    save: (base, sent): Promise<StaffTruck> => {
      const current = base ?? truck;
      const found = truckFields.valuesOf(current);
      const mine: TruckValues = record.form.getValues();
      const all = { ...sent.truck, ...sent.settings };
      const changed = OWN_FIELDS.filter((name) => !isSame(mine[name], found[name]));
      const body = Object.fromEntries(changed.map((name) => [name, all[name]]));
      return changeSettings(truck._id, { ...body, version: current.version });
    },
    changedMeanwhile,
    onStored: (saved) => showChangedTruck(client, saved),
    onSaved: ({ name }) => {
      showToast({ type: "success", message: m.common.savedNamed({ name }) });
    },
  });
  return record;
}
