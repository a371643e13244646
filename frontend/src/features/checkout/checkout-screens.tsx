import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** The address names no truck. */
export function InvalidCheckoutUrl() {
  return (
    <EmptyState
      headingLevel="h1"
      title="Invalid URL"
      description="This checkout address names no food truck. Choose a truck and start from its menu."
      action={
        <ButtonLink to="/" variant="primary">
          Browse Food Trucks
        </ButtonLink>
      }
    />
  );
}

export function EmptyCartScreen({ menuPath }: { menuPath: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title="Your cart is empty"
      description="Pick something good first."
      action={
        <ButtonLink to={menuPath} variant="primary">
          Back to Menu
        </ButtonLink>
      }
    />
  );
}
