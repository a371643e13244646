import { useEffect, useRef } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from "@/ui/icons/form-icons";
import { Row } from "@/ui/layout";
import styles from "./option-groups.module.css";
import type { RemovedRow } from "./use-rows";

interface RowButtonsProps {
  /** What the buttons are about: "option Large". */
  what: string;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

/** Up, down and away. At the ends of the list a button stays where the focus is and does nothing. */
export function RowButtons({ what, place, count, onMove, onRemove }: RowButtonsProps) {
  return (
    <Row gap={0} oneLine>
      <Button
        variant="quiet"
        className={styles.iconButton}
        aria-label={m.menuEditor.rows.up({ what })}
        aria-disabled={place === 0}
        onClick={() => onMove(place, place - 1)}
      >
        <ArrowUpIcon size={18} />
      </Button>
      <Button
        variant="quiet"
        className={styles.iconButton}
        aria-label={m.menuEditor.rows.down({ what })}
        aria-disabled={place === count - 1}
        onClick={() => onMove(place, place + 1)}
      >
        <ArrowDownIcon size={18} />
      </Button>
      <Button
        variant="quiet"
        className={styles.iconButton}
        aria-label={m.menuEditor.rows.remove({ what })}
        onClick={() => onRemove(place)}
      >
        <TrashIcon size={18} />
      </Button>
    </Row>
  );
}

/** What was just removed, with the way to have it back; the focus would be lost with the row. */
export function RemovedNotice({ removed }: { removed: RemovedRow }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <Row
      as="p"
      gap={3}
      align="center"
      justify="between"
      radius="control"
      weight={600}
      role="status"
      className={styles.removed}
    >
      <span>{m.menuEditor.rows.removed({ title: removed.title })}</span>
      <Button ref={undo} variant="secondary" onClick={removed.undo}>
        {m.common.undo}
      </Button>
    </Row>
  );
}
