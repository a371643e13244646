import { messages as m } from "@/messages";
import { NoTruckNotice } from "@/staff/shell/no-truck-notice";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackButton } from "@/ui/controls/back-button";
import { Spinner } from "@/ui/feedback/spinner";
import { Row } from "@/ui/layout";
import { Poster } from "./poster";
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
