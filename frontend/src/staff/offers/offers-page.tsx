import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { OfferList, OffersSkeleton } from "./offer-list";

/** The offers of a truck or, for a superadmin who chooses none, of the platform. */
export function OffersPage() {
  return (
    <ScopedPage title={m.common.offers} description={m.offers.lead} skeleton={<OffersSkeleton />}>
      {(truckId, zone) => <OfferList key={truckId} truckId={truckId} zone={zone} />}
    </ScopedPage>
  );
}
