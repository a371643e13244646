import { messages as m } from "@/messages";
import { saveFile } from "@/ui/browser/save-file";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import styles from "./security.module.css";

interface CodeSheetProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** New recovery codes, to keep: they are shown here and never again. */
export function CodeSheet({ codes, email, onDone }: CodeSheetProps) {
  const s = m.staff.security;
  const text = `${s.fileOf({ email })}\n\n${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ type: "success", message: s.copied });
    } catch {
      showToast({ type: "error", message: s.notCopied });
    }
  }

  return (
    <div className={styles.codes}>
      <p className={styles.lead}>{s.codesAreShownOnce}</p>
      <ul className={styles.list} aria-label={s.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>{s.copy}</Button>
        <Button onClick={() => printText(text)}>{s.print}</Button>
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain" }), FILE_NAME)}>
          {s.download}
        </Button>
      </div>
      <Button variant="primary" size="large" block onClick={onDone}>
        {s.iHaveSavedThem}
      </Button>
    </div>
  );
}

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
