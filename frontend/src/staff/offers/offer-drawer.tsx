import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { whenDone } from "@/domain/api/when-done";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { messages as m } from "@/messages";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Stack } from "@/ui/layout";
import { explainOfferError, type Offer, useEndOffer } from "./api";
import { OfferForm } from "./offer-form";

interface OfferDrawerProps {
  truckId: string | null;
  zone: string;
  edited: Offer | "new" | null;
  onClose: () => void;
  finalFocus: () => HTMLElement | true | null;
}

/** Adds an offer, or changes and ends one. */
export function OfferDrawer({ truckId, zone, edited, onClose, finalFocus }: OfferDrawerProps) {
  const offer = edited === "new" ? null : edited;
  return (
    <FormDrawer
      open={edited !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={offer ? m.offers.editTitle : m.offers.add}
    >
      {edited ? (
        <OfferForm
          key={offer?._id ?? "new"}
          truckId={truckId}
          zone={zone}
          offer={offer}
          onDone={onClose}
        />
      ) : null}
      {offer ? (
        <Stack gap={2} marginTop={6}>
          {truckId ? (
            <ButtonLink
              to={`/admin/poster?${new URLSearchParams({ truck: truckId, offer: offer.code })}`}
            >
              {m.offers.poster}
            </ButtonLink>
          ) : null}
          <EndOffer truckId={truckId} offer={offer} onDone={onClose} />
        </Stack>
      ) : null}
    </FormDrawer>
  );
}

interface EndOfferProps {
  truckId: string | null;
  offer: Offer;
  onDone: () => void;
}

/** Asks once more, because an offer that is ended stays so. */
function EndOffer({ truckId, offer: { _id, code }, onDone }: EndOfferProps) {
  const { mutateAsync, isPending, error, reset } = useEndOffer(truckId);
  const [isAsked, setAsked] = useState(false);
  const shownButton = useRef<HTMLButtonElement>(null);
  const end = () =>
    whenDone(mutateAsync(_id, { onSuccess: onDone }), {
      onSuccess: () => showToast({ type: "success", message: m.offers.end.done({ code }) }),
      onError: () => undefined, // shown beside the button
    });
  const ask = (asked: boolean) => {
    reset();
    flushSync(() => setAsked(asked));
    shownButton.current?.focus();
  };
  if (!isAsked) {
    return (
      <Button ref={shownButton} variant="danger" onClick={() => ask(true)}>
        {m.offers.end.action}
      </Button>
    );
  }
  return (
    <>
      <p role="status">{m.offers.end.question({ code })}</p>
      {/* The button that was pressed is gone. The focus goes to the one that changes nothing. */}
      <Button ref={shownButton} disabled={isPending} onClick={() => ask(false)}>
        {m.offers.end.keep}
      </Button>
      <Button variant="danger" busy={isPending} onClick={end}>
        {m.offers.end.confirm}
      </Button>
      {error ? <Notice tone="danger" role="alert" title={explainOfferError(error)} /> : null}
    </>
  );
}
