import { useState } from "react";
import { messages as m } from "@/messages";
import { saveFile } from "@/ui/browser/document";
import { Button } from "@/ui/controls/button";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./security.module.css";

interface CodeSheetProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** New recovery codes, to keep: they are shown here and never again. */
export function CodeSheet({ codes, email, onDone }: CodeSheetProps) {
  const [copied, setCopied] = useState("");
  const text = `${m.security.codes.fileTitle({ email })}\n\n${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(m.security.codes.copied);
    } catch {
      setCopied(m.security.codes.copyFailed);
    }
  }

  return (
    <Stack gap={4}>
      <Text soft tabIndex={-1} ref={focusOnce}>
        {m.security.codes.saveHint}
      </Text>
      <ul className={styles.list} aria-label={m.security.codes.title}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row gap={3}>
        <Button onClick={() => void copy()}>{m.common.copy}</Button>
        <Button onClick={() => printText(text)}>{m.common.print}</Button>
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain" }), FILE_NAME)}>
          {m.security.codes.download}
        </Button>
      </Row>
      <Text soft size="s" role="status">
        {copied}
      </Text>
      <Button variant="primary" size="large" block onClick={onDone}>
        {m.security.codes.confirm}
      </Button>
    </Stack>
  );
}

/** The form that the codes replace had the focus, and its scroll position would hide what they are for. */
const focusOnce = (element: HTMLElement | null) => element?.focus();

const FILE_NAME = "chuckwagon-recovery-codes.txt";

/** Prints the text alone, from a frame, so that neither page nor dialog is on the paper. */
function printText(text: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  const sheet = frame.contentDocument?.body;
  const page = frame.contentWindow;
  if (!sheet || !page) return;
  const lines = document.createElement("pre");
  lines.textContent = text;
  sheet.append(lines);
  page.addEventListener("afterprint", () => frame.remove());
  page.print();
}
