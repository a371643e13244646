import { type ReactNode, useState } from "react";
import { imageSources } from "@/domain/values/image-sources";
import { classNames } from "@/ui/class-names";
import styles from "./images.module.css";

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
