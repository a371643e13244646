import { useQueryClient } from "@tanstack/react-query";
import { Redirect, useLocation } from "wouter";
import { trackedOrderKey } from "@/domain/query-keys";
import { useTruckHue } from "@/domain/trucks/use-truck-hue";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { isOrderMissing, type TrackedOrder } from "./api";
import { OrderTracking } from "./order-tracking";
import { titleOf } from "./status-labels";
import { OrderNotFound, TrackingFailed, TrackingSkeleton } from "./tracking-screens";
import { useOrderAgain } from "./use-order-again";
import { useTrackedOrder } from "./use-tracked-order";

export function TrackingPage({ slug, token }: { slug: string; token: string }) {
  const { query, live } = useTrackedOrder(token);
  const { isBusy, refill } = useOrderAgain();
  const { data: order, error } = query;
  const missing = isOrderMissing(error);
  useTruckHue(order?.truck ?? { slug });
  useDocumentTitle(titleOfPage(order, missing));
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const truckSlug = order?.truck.slug ?? slug;
  if (truckSlug !== slug) return <Redirect to={`/${truckSlug}/order/${token}`} replace />;

  function handleNewToken(next: string): void {
    client.setQueryData(trackedOrderKey(next), order);
    navigate(`/${truckSlug}/order/${next}`, { replace: true });
  }

  return (
    <>
      {/* The address is a secret: it is not indexed, and no other site is told. */}
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {order ? (
        <OrderTracking
          order={order}
          token={token}
          live={live}
          offline={query.isError}
          busy={isBusy}
          onOrderAgain={() => refill(order)}
          onNewToken={handleNewToken}
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
  return missing ? m.tracking.missing.title : m.common.yourOrder;
}
