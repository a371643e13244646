import { useEffect, useState } from "react";
import { keepLinkedOffer, loadOfferCode } from "@/domain/cart/offer-code";
import { messages as m } from "@/messages";
import styles from "./truck.module.css";

/**
 * The code that a link has brought along. Read after the first drawing, because the server does not know it: so it lies
 * over the image, where nothing moves, and its region is there before its words, which are announced then.
 */
export function LinkedOffer({ slug }: { slug: string }) {
  const [code, setCode] = useState("");
  useEffect(() => {
    keepLinkedOffer(slug, location.search);
    setCode(loadOfferCode(slug));
  }, [slug]);
  return (
    <p role="status" className={styles.place}>
      {code ? <span className={styles.offer}>{m.truck.offerCode({ code })}</span> : null}
    </p>
  );
}
