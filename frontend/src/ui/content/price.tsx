import { formatCents } from "@/domain/values/money";
import { Text } from "@/ui/layout";

interface PriceProps {
  cents: number;
  weight?: 700 | 750;
  className?: string | undefined;
}

/** An amount in whole cents, in figures that line up under each other. */
export function Price({ cents, ...look }: PriceProps) {
  return (
    <Text as="span" tabular nowrap {...look}>
      {formatCents(cents)}
    </Text>
  );
}
