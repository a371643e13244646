import taco from "@lobehub/fluent-emoji-3d/assets/1f32e.webp";
import burrito from "@lobehub/fluent-emoji-3d/assets/1f32f.webp";
import bowl from "@lobehub/fluent-emoji-3d/assets/1f35c.webp";
import burger from "@lobehub/fluent-emoji-3d/assets/1f354.webp";
import pizza from "@lobehub/fluent-emoji-3d/assets/1f355.webp";
import { type ReactNode, useState } from "react";
import { imageSources } from "@/domain/values/image-urls";
import { classNames } from "@/ui/class-names";
import styles from "./images-and-letter-plates.module.css";

interface ResponsiveImageProps {
  address: string | null | undefined;
  alt: string;
  /** How wide it is shown, for the browser's choice among our variants. */
  sizes: string;
  ratio: "banner" | "card" | "square";
  /** Shown without an image, and when it does not load. */
  fallback: ReactNode;
  /** The first image of a screen; the others load when they come near. */
  eager?: boolean;
  dimmed?: boolean;
}

/** An image with a fixed ratio, so that nothing moves when it arrives. */
export function ResponsiveImage(props: ResponsiveImageProps) {
  const { address, alt, sizes, ratio, fallback, eager = false, dimmed = false } = props;
  const [broken, setBroken] = useState("");
  const shown = address && address !== broken;
  return (
    <div className={classNames(styles.frame, styles[ratio], dimmed && styles.dimmed)}>
      {shown ? (
        <img
          src={address}
          srcSet={imageSources(address)}
          sizes={sizes}
          alt={alt}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          // The first image belongs to the first paint.
          decoding={eager ? "sync" : "async"}
          onError={() => setBroken(address)}
          // On a page that the server drew it may have failed before.
          ref={(image) => {
            if (image?.complete) image.decode().catch(() => setBroken(address));
          }}
        />
      ) : (
        fallback
      )}
    </div>
  );
}

/** Stands in for a missing image: the first letter on a plate in the truck's colour. */
export function LetterPlate({ name }: { name: string }) {
  const [letter = ""] = name.trim();
  return (
    <div aria-hidden="true" className={styles.letter}>
      {letter.toUpperCase()}
    </div>
  );
}

const PLATES = [pizza, bowl, taco, burrito, burger];

/** What the street smells of; only where there is room beside the words. */
export function HeroPlate() {
  return (
    <div aria-hidden="true" className={styles.plate}>
      {PLATES.map((menuItem) => (
        // Lazy, so that a phone, where it is not shown, does not load it either.
        <img key={menuItem} src={menuItem} alt="" width="160" height="160" loading="lazy" />
      ))}
    </div>
  );
}
