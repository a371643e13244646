import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Row, Text } from "@/ui/layout";

interface PagerProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** Previous and next; nothing when there is one page only. */
export function Pager({ page, pages, onChange }: PagerProps) {
  if (pages < 2) return null;
  return (
    <Row as="nav" gap={3} align="center" justify="center" aria-label={m.trucks.pages.label}>
      <Button disabled={page === 1} onClick={() => onChange(page - 1)}>
        {m.trucks.pages.previous}
      </Button>
      <Text as="span" tabular>
        {m.trucks.pages.position({ page, pages })}
      </Text>
      <Button disabled={page === pages} onClick={() => onChange(page + 1)}>
        {m.trucks.pages.next}
      </Button>
    </Row>
  );
}
