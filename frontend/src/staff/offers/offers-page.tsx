import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { OfferList, OffersSkeleton } from "./offer-list";

/** The offers of a truck or, for a superadmin who chooses none, of the platform. */
export function OffersPage() {
  return (
    <ScopedPage
      title={m.staff.offers.offers}
      description={m.staff.offers.codesForALowerPrice}
      skeleton={<OffersSkeleton />}
    >
      {(truckId, zone) => <OfferList key={truckId} truckId={truckId} zone={zone} />}
    </ScopedPage>
  );
}
