import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";

/** For a superadmin on the first day. */
export function NoTrucks() {
  return (
    <EmptyState
      title={m.common.noTrucksYet}
      description={m.shell.noTrucksHint}
      action={
        <ButtonLink to="/admin/trucks/new" variant="primary">
          {m.shell.addFirstTruck}
        </ButtonLink>
      }
    />
  );
}
