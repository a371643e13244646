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
