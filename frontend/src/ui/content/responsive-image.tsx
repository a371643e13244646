import { type ReactNode, useState } from "react";
import { pictureSources } from "@/lib/picture-sources";
import { classNames } from "./class-names";
import styles from "./picture.module.css";

interface PictureProps {
  address: string | null | undefined;
  alt: string;
  /** How wide it is shown, for the browser's choice among our variants. */
  sizes: string;
  ratio: "banner" | "card" | "square";
  /** Shown without a picture, and when it does not load. */
  fallback: ReactNode;
  /** The first picture of a screen; the others load when they come near. */
  eager?: boolean;
  dimmed?: boolean;
}

/** A picture with a fixed ratio, so that nothing moves when it arrives. */
export function Picture(props: PictureProps) {
  const { address, alt, sizes, ratio, fallback, eager = false, dimmed = false } = props;
  const [broken, setBroken] = useState("");
  const shown = address && address !== broken;
  return (
    <div className={classNames(styles.frame, styles[ratio], dimmed && styles.dimmed)}>
      {shown ? (
        <img
          src={address}
          srcSet={pictureSources(address)}
          sizes={sizes}
          alt={alt}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          // The first picture belongs to the first paint.
          decoding={eager ? "sync" : "async"}
          onError={() => setBroken(address)}
        />
      ) : (
        fallback
      )}
    </div>
  );
}
