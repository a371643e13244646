import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";

/** For a superadmin on the first day. */
export function NoTrucks() {
  return (
    <EmptyState
      title="No food trucks yet"
      description="Menus and orders belong to a truck, so that comes first."
      action={
        <ButtonLink to="/admin/trucks/new" variant="primary">
          Add First Truck
        </ButtonLink>
      }
    />
  );
}
