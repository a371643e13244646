import type { MenuImport } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Spinner } from "@/ui/feedback/spinner";
import { showToast } from "@/ui/feedback/toast";
import { Row } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/drawer";
import styles from "./import.module.css";
import { ImportDropZone } from "./import-drop-zone";
import { countsOf, isUndecided, isWritable } from "./import-labels";
import { ImportReport } from "./import-report";
import { useImport } from "./use-import";

interface ImportDrawerProps {
  truckId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Brings a menu in from a spreadsheet: choose, look through what it would do, confirm. */
export function ImportDrawer({ truckId, open, onOpenChange }: ImportDrawerProps) {
  const { file, report, choices, busy, problem, choose, decide, write, reset } = useImport(
    truckId,
    (written) => {
      onOpenChange(false);
      showToast({
        type: "success",
        message: m.menuImport.done({ counts: countsOf(written) }),
      });
    },
  );
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      onClosed={reset}
      title={m.menuImport.title}
      footer={
        report ? (
          <ImportButtons
            report={report}
            isWriting={busy === "writing"}
            isUndecided={isUndecided(report, choices)}
            onWrite={write}
            onAgain={reset}
          />
        ) : null
      }
    >
      <div className={styles.steps}>
        {problem ? <Problem sentence={problem} isFatal={!report && !busy} /> : null}
        {busy === "checking" ? (
          <Spinner label={m.menuImport.file.checking({ name: file?.name ?? "" })} showLabel />
        ) : null}
        {report ? (
          <ImportReport
            report={report}
            fileName={file?.name ?? ""}
            choices={choices}
            onDecide={decide}
          />
        ) : (
          <ImportDropZone disabled={busy !== null} onChoose={choose} />
        )}
      </div>
    </Drawer>
  );
}

/** Fatal: there is nothing to go on with but another file. */
function Problem({ sentence, isFatal }: { sentence: string; isFatal: boolean }) {
  return (
    <Notice
      tone={isFatal ? "danger" : "warning"}
      title={isFatal ? m.menuImport.file.failed : sentence}
      role="alert"
    >
      {isFatal ? sentence : null}
    </Notice>
  );
}

interface ImportButtonsProps {
  report: MenuImport;
  isWriting: boolean;
  isUndecided: boolean;
  onWrite: () => void;
  onAgain: () => void;
}

function ImportButtons(props: ImportButtonsProps) {
  const { report, isWriting, isUndecided, onWrite, onAgain } = props;
  return (
    <Row gap={2} className={styles.buttons}>
      <Button onClick={onAgain} disabled={isWriting}>
        {m.menuImport.file.chooseAnother}
      </Button>
      {isWritable(report) ? (
        <Button variant="primary" busy={isWriting} disabled={isUndecided} onClick={onWrite}>
          {isWriting ? m.menuImport.confirm.running : m.menuImport.confirm.submit}
        </Button>
      ) : null}
    </Row>
  );
}
