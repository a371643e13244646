import { Stack } from "@/ui/layout";
import { Skeleton } from "./skeleton";

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
