import { Navigate, useParams } from "react-router";
import { isOrderMissing, type TrackedOrder } from "@/features/tracking/api";
import { OrderTracking } from "@/features/tracking/order-tracking";
import { titleOf } from "@/features/tracking/status-words";
import {
  OrderNotFound,
  TrackingFailed,
  TrackingSkeleton,
} from "@/features/tracking/tracking-screens";
import { useTrackedOrder } from "@/features/tracking/use-tracked-order";
import { useTruckHue } from "@/features/trucks/truck-hue";
import { useDocumentTitle } from "@/lib/use-document-title";
import { useOrderAgain } from "./use-order-again";

export function TrackingPage({ slug }: { slug: string }) {
  const { token = "" } = useParams();
  const { query, live } = useTrackedOrder(token);
  const { isBusy, refill } = useOrderAgain();
  const { data: order, error } = query;
  const missing = isOrderMissing(error);
  useTruckHue(order?.truck ?? { slug });
  useDocumentTitle(titleOfPage(order, missing));
  const truckSlug = order?.truck.slug ?? slug;
  if (truckSlug !== slug) return <Navigate to={`/${truckSlug}/order/${token}`} replace />;
  return (
    <>
      {/* The address is a secret: nobody indexes it, and no other site is told. */}
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {order ? (
        <OrderTracking
          order={order}
          live={live}
          offline={query.isError}
          busy={isBusy}
          onOrderAgain={() => refill(order)}
        />
      ) : null}
      {!order && missing ? <OrderNotFound slug={slug} /> : null}
      {!order && error && !missing ? (
        <TrackingFailed error={error} onRetry={() => query.refetch()} />
      ) : null}
      {query.isPending ? <TrackingSkeleton /> : null}
    </>
  );
}

function titleOfPage(order: TrackedOrder | undefined, missing: boolean): string {
  if (order) return titleOf(order);
  return missing ? "We could not find this order" : "Your order";
}
