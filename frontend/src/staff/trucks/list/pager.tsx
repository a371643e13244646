import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import styles from "./pager.module.css";

interface PagerProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** Previous and next; nothing when there is one page only. */
export function Pager({ page, pages, onChange }: PagerProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label={m.trucks.pages.label} className={styles.pager}>
      <Button disabled={page === 1} onClick={() => onChange(page - 1)}>
        {m.trucks.pages.previous}
      </Button>
      <span className={styles.place}>{m.trucks.pages.position({ page, pages })}</span>
      <Button disabled={page === pages} onClick={() => onChange(page + 1)}>
        {m.trucks.pages.next}
      </Button>
    </nav>
  );
}
