import { reloadPage } from "@/domain/stored";
import { messages as m } from "@/messages";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Row } from "@/ui/layout";

/** In the place of a screen that did not load: this device keeps those that sell and cook, and no others. */
export function NeedsConnection() {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.unsent.needsConnection.title}
      description={m.unsent.needsConnection.hint}
      action={
        <Row gap={2} justify="center">
          <ButtonLink variant="primary" to="/admin/orders">
            {m.common.orders}
          </ButtonLink>
          <Button onClick={reloadPage}>{m.app.crash.reload}</Button>
        </Row>
      }
    />
  );
}
