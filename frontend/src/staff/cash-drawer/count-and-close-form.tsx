import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import { CloseRequest } from "@/domain/api/limits.gen";
import { schemaOf, stored } from "@/domain/stored";
import { centsToDollars, dollarsToCents, formatSum, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-and-percent-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Card, Row, Stack, Text } from "@/ui/layout";
import { type Drawer, isDrawerChanged, refusedPieces, useCloseDrawer } from "./api";
import styles from "./drawer.module.css";
import { differenceTitle } from "./drawer-sums";

/** What was typed, by session: a phone may throw the page away while bills are counted. */
const kept = (sessionId: string) =>
  stored(`chuckwagon.count.${sessionId}`, schemaOf(readCount), "session");

interface CountFormProps {
  truckId: string;
  drawer: Drawer;
  onLeave: () => void;
}

/** Count first, then see the difference, then close: what was counted is not led by what is expected. */
export function CountForm({ truckId, drawer, onLeave }: CountFormProps) {
  const [count, setCount] = useState<Count>(() => kept(drawer._id).read() ?? {});
  const [way, setWay] = useState<"pieces" | "sum">("pieces");
  const [sum, setSum] = useState("");
  const [isReviewed, setReviewed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const counted = way === "pieces" ? sumOf(count) : parseDollars(sum);
  const wrong = way === "pieces" ? (firstWrong(count) ?? refused) : null;

  function change(name: string, typed: string): void {
    const next = { ...count, [name]: typed };
    setCount(next);
    setRefused(null);
    kept(drawer._id).write(next);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setAsked(true);
    if (counted !== null && wrong === null) setReviewed(true);
    else form.current?.querySelector<HTMLInputElement>(`[name="${wrong ?? "sum"}"]`)?.focus();
  }

  if (isReviewed && counted !== null) {
    const body =
      way === "pieces"
        ? { denominations: denominationsOf(count) }
        : { counted: centsToDollars(counted) };
    return (
      <Review
        truckId={truckId}
        drawer={drawer}
        counted={counted}
        body={body}
        onBack={() => setReviewed(false)}
        onClosed={() => kept(drawer._id).write(null)}
        onRefused={(name) => {
          setRefused(name);
          setReviewed(false);
        }}
      />
    );
  }
  return (
    <Stack
      as="form"
      ref={form}
      gap={4}
      className={styles.narrow}
      onSubmit={handleSubmit}
      noValidate
    >
      <Row gap={2} align="center" justify="between">
        <Text as="h2" size="xl">
          {m.drawer.count.title}
        </Text>
        <Button variant="quiet" onClick={onLeave}>
          {m.common.back}
        </Button>
      </Row>
      <SegmentedChoice
        label={m.drawer.count.title}
        choices={[
          { value: "pieces", label: m.drawer.count.pieces },
          { value: "sum", label: m.drawer.count.onlySum },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === "pieces" ? (
        <PieceFields count={count} wrong={isAsked ? wrong : null} onChange={change} />
      ) : (
        <Field
          label={m.drawer.count.sum}
          error={isAsked && counted === null ? m.drawer.amountWrong : undefined}
        >
          <MoneyInput
            name="sum"
            value={sum}
            maxLength={9}
            onChange={(event) => setSum(event.target.value)}
          />
        </Field>
      )}
      <div className={styles.running}>
        <Text size="l" weight={700} tabular aria-live="polite">
          {m.drawer.count.soFar({ amount: formatSum(centsToDollars(counted ?? 0)) })}
        </Text>
        <Button type="submit" variant="primary" size="large">
          {m.drawer.count.check}
        </Button>
      </div>
    </Stack>
  );
}

interface PieceFieldsProps {
  count: Count;
  wrong: string | null;
  onChange: (name: string, typed: string) => void;
}

function PieceFields({ count, wrong, onChange }: PieceFieldsProps) {
  return (
    <div className={styles.pieces}>
      {DENOMINATIONS.map((name) => {
        const cents = centsOf(name);
        const pieces = piecesOf(count[name]) ?? 0;
        return (
          <Stack key={name} gap={1} columns="fill">
            <Field
              label={
                cents >= 100
                  ? formatSum(Number(name)).replace(/[.,]00$/, "")
                  : m.drawer.count.cents({ cents })
              }
              error={wrong === name ? m.drawer.count.wrong : undefined}
            >
              <TextInput
                name={name}
                inputMode="numeric"
                maxLength={6}
                autoComplete="off"
                placeholder="0"
                value={count[name] ?? ""}
                onChange={(event) => onChange(name, event.target.value)}
              />
            </Field>
            <Text tabular textAlign="end" soft={pieces === 0}>
              {formatSum(centsToDollars(cents * pieces))}
            </Text>
          </Stack>
        );
      })}
    </div>
  );
}

function readCount(value: unknown): Count | undefined {
  const isCount =
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((each) => typeof each === "string");
  return isCount ? (value as Count) : undefined;
}

/** Bills and coins by their value in dollars, the largest first. */
const DENOMINATIONS = CloseRequest.denominations.names;

type Denomination = (typeof DENOMINATIONS)[number];

/** What was typed for each denomination. */
type Count = Readonly<Record<string, string>>;

const MAX_PIECES = 100_000;

/** The value of a denomination in cents. */
function centsOf(name: Denomination): number {
  return Math.round(Number(name) * 100);
}

/** The pieces that were typed; nothing is none, and null is no number of pieces. */
export function piecesOf(typed: string | undefined): number | null {
  const text = (typed ?? "").trim();
  if (text === "") return 0;
  return /^\d{1,6}$/.test(text) && Number(text) <= MAX_PIECES ? Number(text) : null;
}

/** The sum of what was counted so far, in cents. What is no number counts as none. */
export function sumOf(count: Count): number {
  return DENOMINATIONS.reduce((sum, name) => sum + centsOf(name) * (piecesOf(count[name]) ?? 0), 0);
}

/** The first denomination whose number of pieces cannot be read; null where all can. */
export function firstWrong(count: Count): Denomination | null {
  return DENOMINATIONS.find((name) => piecesOf(count[name]) === null) ?? null;
}

/** What is sent: the pieces of which there are some. */
export function denominationsOf(count: Count): Record<string, number> {
  const counted = DENOMINATIONS.map((name) => [name, piecesOf(count[name]) ?? 0] as const);
  return Object.fromEntries(counted.filter(([, pieces]) => pieces > 0));
}

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
function Review({ truckId, drawer, counted, body, ...on }: ReviewProps) {
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
          <dd>{formatSum(drawer.expected)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{m.drawer.counted}</dt>
          <dd>{formatSum(centsToDollars(counted))}</dd>
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
