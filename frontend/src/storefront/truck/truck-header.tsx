import type { ReactNode } from "react";
import type { Truck } from "@/domain/api/types";
import { placeOf } from "@/domain/trucks/truck-place";
import { displayPhone } from "@/domain/values/phone";
import { LetterPlate } from "@/ui/content/letter-plate";
import { ResponsiveImage } from "@/ui/content/responsive-image";
import { PinIcon } from "@/ui/icons/icons";
import { MailIcon, PhoneIcon } from "@/ui/icons/order-icons";
import { Row } from "@/ui/layout";
import styles from "./truck.module.css";

interface TruckHeaderProps {
  truck: Truck;
  /** Lies over the image. */
  children?: ReactNode;
}

/** Who cooks here: name, words, and how to reach them. */
export function TruckHeader({ truck, children }: TruckHeaderProps) {
  const words = truck.description || truck.shortDescription;
  const place = placeOf(truck);
  return (
    <header className={styles.header}>
      <div className={styles.image}>
        <ResponsiveImage
          address={truck.bannerImage || truck.imageUrl}
          alt=""
          // As on the cards.
          sizes="(min-width: 75rem) 38rem, (min-width: 48rem) 50vw, 85vw"
          ratio="banner"
          fallback={<LetterPlate name={truck.name} />}
          eager
        />
        {children}
      </div>
      <div className={styles.words}>
        <h1 className={styles.name}>{truck.name}</h1>
        {words ? <p className={styles.description}>{words}</p> : null}
        <Row as="ul" gap={5} rowGap={0}>
          {place ? (
            <li className={styles.fact}>
              <PinIcon size={18} /> {place}
            </li>
          ) : null}
          {truck.phone ? (
            <li>
              <a className={styles.fact} href={`tel:${truck.phone}`}>
                <PhoneIcon size={18} /> {displayPhone(truck.phone)}
              </a>
            </li>
          ) : null}
          {truck.email ? (
            <li>
              <a className={styles.fact} href={`mailto:${truck.email}`}>
                <MailIcon size={18} /> {truck.email}
              </a>
            </li>
          ) : null}
        </Row>
      </div>
    </header>
  );
}
