import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { formatDollars, formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Row } from "@/ui/layout";
import { type Offer, offersQuery } from "./api";
import { OfferDrawer } from "./offer-drawer";
import { offerMoment } from "./offer-values";
import styles from "./offers.module.css";

const TONES: Record<Offer["state"], BadgeTone> = {
  active: "good",
  scheduled: "info",
  paused: "warning",
  expired: "neutral",
  used_up: "neutral",
  ended: "neutral",
};

interface OfferListProps {
  truckId: string | null;
  zone: string;
}

export function OfferList({ truckId, zone }: OfferListProps) {
  const query = useQuery(offersQuery(truckId));
  const [edited, setEdited] = useState<Offer | "new" | null>(null);
  // The button goes with the end of its offer.
  const opener = useRef<Element>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  function edit(offer: Offer): void {
    opener.current = document.activeElement;
    setEdited(offer);
  }
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => setEdited("new")}>
      {m.offers.add}
    </Button>
  );
  return (
    <div className={styles.list}>
      {truckId === null ? <p>{m.offers.everyTruck}</p> : null}
      <Loaded query={query} skeleton={<OffersSkeleton />} failed={m.offers.failed}>
        {(offers) => (
          <>
            {offers.length > 0 ? (
              <Row justify="end" oneLine>
                {add}
              </Row>
            ) : null}
            <DataTable
              caption={m.common.offers}
              columns={columnsFor(zone, edit)}
              rows={offers}
              rowKey={(offer) => offer._id}
              empty={
                <EmptyState title={m.offers.empty} description={m.offers.emptyHint} action={add} />
              }
            />
          </>
        )}
      </Loaded>
      <OfferDrawer
        truckId={truckId}
        zone={zone}
        edited={edited}
        onClose={() => setEdited(null)}
        finalFocus={() => opener.current?.isConnected || addButton.current}
      />
    </div>
  );
}

export function OffersSkeleton() {
  return (
    <Skeletons label={m.offers.loading} heights={["3.5rem", "3.5rem"]} className={styles.list} />
  );
}

function columnsFor(zone: string, onEdit: (offer: Offer) => void): Column<Offer>[] {
  return [
    {
      key: "code",
      header: m.common.code,
      primary: true,
      cell: ({ code }) => <strong className={styles.code}>{code}</strong>,
    },
    { key: "discount", header: m.offers.discount, cell: discountLabel },
    { key: "valid", header: m.offers.list.valid, cell: (offer) => periodLabel(offer, zone) },
    { key: "uses", header: m.offers.list.uses, cell: usesLabel },
    {
      key: "status",
      header: m.common.status,
      cell: ({ state }) => <Badge tone={TONES[state]}>{m.offers.states[state]}</Badge>,
    },
    {
      key: "actions",
      header: m.common.actions,
      hideHeader: true,
      align: "end",
      cell: (offer) =>
        offer.state === "ended" ? null : (
          <Button onClick={() => onEdit(offer)}>
            {m.common.edit} <span className="visually-hidden">{offer.code}</span>
          </Button>
        ),
    },
  ];
}

function discountLabel({ percent, amount, minSubtotal }: Offer): string {
  const off =
    percent === null
      ? m.offers.list.amountOff({ amount: formatDollars(amount) })
      : m.offers.list.percentOff({ percent });
  const from = m.offers.list.minimum({ amount: formatSum(minSubtotal) });
  return minSubtotal > 0 ? `${off}, ${from}` : off;
}

function periodLabel({ startsAt, endsAt }: Offer, zone: string): string {
  const from = startsAt ? offerMoment(startsAt, zone) : "";
  const to = endsAt ? offerMoment(endsAt, zone) : "";
  if (from && to) return m.common.fromTo({ from, to });
  if (from) return m.offers.list.since({ from });
  return to ? m.offers.list.until({ to }) : m.offers.list.always;
}

function usesLabel({ uses, maxUses, oncePerPhone }: Offer): string {
  const used = uses.toLocaleString(currentLocale());
  const counted =
    maxUses === null
      ? used
      : m.offers.list.usesOf({ uses: used, max: maxUses.toLocaleString(currentLocale()) });
  return oncePerPhone ? `${counted} · ${m.offers.oncePerPhone}` : counted;
}
