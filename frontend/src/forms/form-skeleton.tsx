import { Skeleton } from "@/ui/feedback/skeleton";
import { Stack } from "@/ui/layout";

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
