import { useState } from "react";
import { answer, api } from "@/domain/api/client";
import { messages as m } from "@/messages";
import { forgetOrder, listSavedOrders, saveOrder } from "@/storefront/my-orders/saved-orders";
import { useIsPast } from "@/ui/browser/use-countdown";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { type Contact, CorrectContactDialog } from "@/ui/overlay/correct-contact-dialog";

interface CorrectContactProps {
  token: string;
  /** When it ends; null once it is over. */
  until: string | null | undefined;
  /** The order's page has this token from now on. */
  onCorrected: (token: string) => void;
}

/** Soon after ordering, a phone or email that was typed wrong can be corrected. */
export function CorrectContact({ token, until, onCorrected }: CorrectContactProps) {
  const [isOpen, setOpen] = useState(false);
  const isPast = useIsPast(until ?? null);
  if (!until || isPast) return null;

  async function send(contact: Contact, key: string): Promise<boolean> {
    const params = { path: { token }, header: { "Idempotency-Key": key } };
    const { trackingToken } = await answer(
      api.POST("/api/track/{token}/contact", { params, body: contact }),
    );
    if (trackingToken === token) return false;
    replaceOrderToken(token, trackingToken);
    // Loaded late, because its schemas are larger than this page.
    void import("@/storefront/checkout/remembered-customer")
      .then(({ correctRemembered }) => correctRemembered(contact))
      .catch(() => undefined);
    onCorrected(trackingToken);
    return true;
  }

  return (
    <>
      <Button block aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {m.tracking.correctContact}
      </Button>
      <CorrectContactDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.tracking.correctContact}
        onSend={send}
        onCorrected={() => {
          setOpen(false);
          showToast({ type: "success", message: m.contact.saved });
        }}
      />
    </>
  );
}

/** *My orders* leads to the new address. */
function replaceOrderToken(token: string, next: string): void {
  const known = listSavedOrders().find((order) => order.token === token);
  if (!known) return;
  forgetOrder(token);
  saveOrder({ ...known, token: next });
}
