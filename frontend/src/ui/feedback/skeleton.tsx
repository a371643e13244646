import type { CSSProperties } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./skeleton.module.css";

interface SkeletonProps {
  width?: CSSProperties["width"];
  height?: CSSProperties["height"];
  className?: string | undefined;
}

/** The shape of what is coming; hidden from screen readers, which hear the region's status instead. */
export function Skeleton({ width, height = "1em", className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, className)}
      style={{ width, height }}
    />
  );
}

interface SkeletonsProps {
  /** What is loading, for screen readers. */
  label: string;
  heights: readonly string[];
  firstWidth?: string;
  className?: string | undefined;
}

/** Shapes below each other, in a region that says that it loads. */
export function Skeletons({ label, heights, firstWidth, className }: SkeletonsProps) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">{label}</span>
      {heights.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have nothing else.
        <Skeleton key={place} height={height} width={place === 0 ? firstWidth : undefined} />
      ))}
    </div>
  );
}
