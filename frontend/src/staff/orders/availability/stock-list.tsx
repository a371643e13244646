import { type ReactNode, useId } from "react";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { untilLabel } from "@/domain/time/until";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/orders-board.module.css";
import { Button } from "@/ui/controls/button";
import { Box, Row, Text } from "@/ui/layout";
import type { Stock } from "./stock";

interface StockListProps {
  title: string;
  stock: readonly Stock[];
  zone: string;
  /** The button's word: "Sold out", "Back on". */
  action: string;
  disabled?: boolean;
  onAct: (entry: Stock) => void;
  /** Stands where the list has nothing. */
  empty: ReactNode;
}

export function StockList({
  title,
  stock,
  zone,
  action,
  disabled = false,
  onAct,
  empty,
}: StockListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Text as="h3" marginBottom={1} size="l" id={headingId}>
        {title}
      </Text>
      {stock.length === 0 ? empty : null}
      <Box as="ul">
        {stock.map((entry) => (
          <Row
            key={entry.key}
            as="li"
            gap={3}
            align="center"
            justify="between"
            oneLine
            paddingBlock={3}
            lineBelow
            className={styles.entry}
          >
            <Box shrinks>
              <Text weight={650} breaks>
                {entry.name}
              </Text>
              {entry.menuItems.length > 0 ? (
                <Text soft size="s" breaks>
                  {m.service.soldOut.optionOf({
                    items: menuItemsLabel(entry.menuItems),
                  })}
                </Text>
              ) : null}
              {entry.isAvailable ? null : (
                <Text soft size="s" breaks>
                  {soldOutLabel(entry, zone)}
                </Text>
              )}
            </Box>
            <Button disabled={disabled} onClick={() => onAct(entry)}>
              {action} <span className="visually-hidden">{entry.name}</span>
            </Button>
          </Row>
        ))}
      </Box>
    </section>
  );
}

function soldOutLabel({ soldOutUntil }: Stock, zone: string): string {
  const end = parseInstant(soldOutUntil);
  return end
    ? m.common.soldOutUntil({ until: untilLabel(end, zone, presentTime()) })
    : m.service.soldOut.untilBack;
}

const MAX_NAMED_ITEMS = 2;

function menuItemsLabel(menuItems: readonly string[]): string {
  const named = menuItems.slice(0, MAX_NAMED_ITEMS).join(", ");
  const others = menuItems.length - MAX_NAMED_ITEMS;
  return others > 0 ? m.service.soldOut.andMore({ names: named, count: others }) : named;
}
