import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import { dollarsToCents, formatCents, formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Card, Text } from "@/ui/layout";
import { type Drawer, isDrawerChanged, refusedPieces, useCloseDrawer } from "./api";
import styles from "./drawer.module.css";
import { differenceTitle } from "./drawer-sums";

interface ReviewProps {
  truckId: string;
  drawer: Drawer;
  /** In cents. */
  counted: number;
  body: { counted: number } | { denominations: Record<string, number> };
  onBack: () => void;
  onClosed: () => void;
  /** The server cannot read the pieces of a denomination. */
  onRefused: (name: string) => void;
}

/** The difference, said before anything is stored. */
export function Review({ truckId, drawer, counted, body, ...on }: ReviewProps) {
  const navigate = useNavigate();
  const [note, setNote] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { mutate, isPending, error } = useCloseDrawer(truckId, drawer._id);
  const difference = counted - dollarsToCents(drawer.expected);
  const close = () =>
    mutate(
      { ...body, note: note.trim() || null, version: drawer.version },
      {
        onSuccess: ({ _id }) => {
          on.onClosed();
          navigate(`/admin/closes/${_id}`, { replace: true });
        },
        onError: (failure) => {
          const name = refusedPieces(failure);
          if (name) on.onRefused(name);
        },
      },
    );
  return (
    <Card gap={4} padding={5} className={styles.narrow}>
      <Text as="h2" size="xl" ref={heading} tabIndex={-1}>
        {differenceTitle(difference)}
      </Text>
      <dl className={styles.sums}>
        <div>
          <dt>{m.drawer.expected}</dt>
          <dd>{formatDollars(drawer.expected)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{m.drawer.counted}</dt>
          <dd>{formatCents(counted)}</dd>
        </div>
      </dl>
      <p>{difference === 0 ? m.drawer.review.exactHint : m.drawer.review.differenceHint}</p>
      <Field label={m.common.noteOptional}>
        <TextInput value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {error ? (
        <Notice
          tone={isDrawerChanged(error) ? "warning" : "danger"}
          role="alert"
          title={isDrawerChanged(error) ? m.drawer.review.changed : errorMessage(error)}
        />
      ) : null}
      <Button variant="primary" size="large" busy={isPending} onClick={close}>
        {m.common.closeDay}
      </Button>
      <Button disabled={isPending} onClick={on.onBack}>
        {m.drawer.review.again}
      </Button>
    </Card>
  );
}
