import { formatCents } from "@/domain/values/money";
import { Text } from "@/ui/layout";

/** An amount in whole cents, in figures that line up under each other. */
export function Price({ cents, className }: { cents: number; className?: string | undefined }) {
  return (
    <Text as="span" tabular nowrap className={className}>
      {formatCents(cents)}
    </Text>
  );
}
