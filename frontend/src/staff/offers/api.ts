import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { staffOffersKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";

type Schemas = components["schemas"];

/** Amounts in dollars; without a truck it is one of the platform. */
export type Offer = Schemas["StaffOffer"];
export type OfferRequest = Schemas["OfferRequest"];

/** The offers of a truck; null: those of the platform. */
export function offersQuery(truckId: string | null) {
  return queryOptions({
    queryKey: staffOffersKey(truckId),
    queryFn: ({ signal }) =>
      list(api.GET("/api/offers", { params: { query: { truckId } }, signal })),
    refetchOnMount: "always",
  });
}

interface OfferSave {
  /** Null: a new one, added once for each key. */
  id: string | null;
  sent: OfferRequest;
  key: string;
}

export function useSaveOffer(truckId: string | null) {
  const refresh = useRefresh(truckId);
  return useMutation({
    mutationFn: ({ id, sent, key }: OfferSave): Promise<Offer> =>
      id
        ? answer(
            api.PUT("/api/offers/{offer_id}", { params: { path: { offer_id: id } }, body: sent }),
          )
        : answer(
            api.POST("/api/offers", {
              params: { header: { "Idempotency-Key": key } },
              body: { ...sent, truckId },
            }),
          ),
    onSuccess: refresh,
    onError: (error) => (isGone(error) ? refresh() : undefined),
  });
}

export function useEndOffer(truckId: string | null) {
  const refresh = useRefresh(truckId);
  return useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE("/api/offers/{offer_id}", { params: { path: { offer_id: id } } })),
    onSuccess: refresh,
    onError: (error) => (isGone(error) ? refresh() : undefined),
  });
}

function useRefresh(truckId: string | null) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: staffOffersKey(truckId) });
}

/** Whether the offer has ended: then it is changed no more. An answer without this reason tells nothing about it. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.reason === "offer_not_found";
}

export function explainOfferError(error: unknown): string {
  return isGone(error) ? m.offers.end.meanwhile : errorMessage(error);
}

/** The offer as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile(error: unknown): Offer | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return (error.body as { offer?: Offer }).offer ?? null;
}
