import type { CSSProperties } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Stack } from "@/ui/layout";
import messageStyles from "./message-state.module.css";
import styles from "./skeletons.module.css";

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
  /** Between the shapes, in steps of the spacing scale. */
  gap?: 2 | 3 | 4 | 5;
  className?: string | undefined;
}

/** Shapes below each other, in a region that says that it loads. */
export function Skeletons({ label, heights, firstWidth, gap, className }: SkeletonsProps) {
  return (
    <Stack role="status" gap={gap} className={className}>
      <span className="visually-hidden">{label}</span>
      {heights.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have nothing else.
        <Skeleton key={place} height={height} width={place === 0 ? firstWidth : undefined} />
      ))}
    </Stack>
  );
}

/** Stands in while the code of a page is on its way. */
export function PageLoading() {
  return (
    <div role="status" className={messageStyles.page}>
      <span className="visually-hidden">{m.common.loading}</span>
      <Skeleton width="60%" height="3rem" />
      <Skeleton width="90%" height="1.25rem" />
      <Skeleton width="100%" height="14rem" />
    </div>
  );
}

const ROWS = ["first", "second", "third", "fourth"];

/** A form whose values are on their way. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <Stack gap={6} measure="column">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      {ROWS.map((row) => (
        <Stack key={row} gap={2}>
          <Skeleton width="7rem" />
          <Skeleton width="100%" height="var(--target)" />
        </Stack>
      ))}
    </Stack>
  );
}
