import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { StaffTruck } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { NoTruckNotice } from "@/staff/shell/no-truck-notice";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { QrCode } from "@/ui/content/qr-code";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Spinner } from "@/ui/feedback/spinner";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Text } from "@/ui/layout";
import { BackButton } from "@/ui/layout/back-button-and-return-to-list";
import styles from "./poster.module.css";

/** A bare page: whatever is on it is printed. */
export function PosterPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.poster.title);
  return (
    <main id="main" tabIndex={-1}>
      <Row gap={4} rowGap={3} align="end" padding={4} className={styles.tools}>
        <h1>{m.poster.title}</h1>
        <TruckSelect scope={scope} />
        <BackButton fallback="/admin/dashboard" />
      </Row>
      <TruckContent
        scope={scope}
        skeleton={<Spinner label={m.common.loadingTruck} showLabel />}
        noTruck={<NoTruckNotice />}
      >
        {scope.truck ? <Poster key={scope.truck._id} truck={scope.truck} /> : null}
      </TruckContent>
    </main>
  );
}

const MAX_LINE_LENGTH = 60;
const CODE = /^[A-Za-z0-9]{3,20}$/;

const papers = () =>
  [
    { value: "letter", label: m.poster.letter },
    { value: "a4", label: m.poster.a4 },
  ] as const;
type Paper = ReturnType<typeof papers>[number]["value"];

/** A sheet for the truck's window: customers point their camera at it and are on the menu. */
function Poster({ truck: { name, slug } }: { truck: Pick<StaffTruck, "name" | "slug"> }) {
  const [paper, setPaper] = useState<Paper>("letter");
  const [line, setLine] = useState("");
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get("offer") ?? "");
  const code = typed.trim();
  const offer = CODE.test(code) ? code.toUpperCase() : "";
  const isWrong = code !== "" && offer === "";
  // While it is typed, a code that is too short may only be unfinished. Not told when the field is left either: the
  // press that leaves it would move the buttons beside it.
  const [isTyping, setTyping] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const address = `${location.origin}/${slug}`;
  const coded = offer ? `${address}?offer=${offer}` : address;

  function print(): void {
    setTyping(false);
    if (isWrong) codeField.current?.focus();
    else window.print();
  }

  return (
    <>
      <Row gap={4} rowGap={3} align="end" padding={4} className={styles.tools}>
        <SegmentedChoice
          label={m.common.paper}
          choices={papers()}
          value={paper}
          onChange={setPaper}
        />
        <Field label={m.poster.line} hint={m.poster.lineHint}>
          <TextInput
            value={line}
            maxLength={MAX_LINE_LENGTH}
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) => setLine(event.target.value)}
          />
        </Field>
        <Field
          label={m.common.offerCode}
          hint={m.poster.codeHint}
          error={isWrong && !isTyping ? m.offers.form.codeInvalid : null}
        >
          <TextInput
            ref={codeField}
            value={typed}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={(event) => {
              setTyping(true);
              setTyped(event.target.value);
            }}
          />
        </Field>
        <Button variant="primary" onClick={print}>
          {m.common.print}
        </Button>
      </Row>
      <article className={styles.sheet} data-paper={paper} aria-label={m.poster.title}>
        <Text as="h2" weight={800} face="display" className={styles.name}>
          {name}
        </Text>
        <Text weight={750} face="display" className={styles.invitation}>
          {m.poster.scan}
        </Text>
        <QrCode address={coded} label={m.poster.qrOf({ address: coded })} className={styles.code} />
        <p className={styles.address}>{address.replace(/^https?:\/\//, "")}</p>
        {offer ? <p className={styles.line}>{m.poster.withCode({ code: offer })}</p> : null}
        {line.trim() ? <p className={styles.line}>{line}</p> : null}
        <p className={styles.how}>{m.poster.lead}</p>
      </article>
    </>
  );
}
