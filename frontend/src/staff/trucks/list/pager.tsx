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
    <nav aria-label="Pages" className={styles.pager}>
      <Button disabled={page === 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className={styles.place}>
        Page {page} of {pages}
      </span>
      <Button disabled={page === pages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
