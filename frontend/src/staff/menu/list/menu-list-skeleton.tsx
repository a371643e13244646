import { messages as m } from "@/messages";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Stack } from "@/ui/layout";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function MenuListSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingMenuItems}</span>
      <Stack gap={3}>
        <Skeleton width="20rem" height="2.75rem" />
        {ROWS.map((row) => (
          <Skeleton key={row} height="4.5rem" />
        ))}
      </Stack>
    </div>
  );
}
