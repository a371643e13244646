import { messages as m } from "@/messages";
import { AvailabilityControls } from "@/staff/orders/availability/availability-controls";
import { useCurrentUser } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { BackLink } from "@/ui/controls/back-button";
import { Row, Text } from "@/ui/layout";
import { ThemeSwitch } from "@/ui/layout/theme-switch";
import styles from "./kitchen.module.css";
import { KitchenBoard } from "./kitchen-board";
import { KitchenSkeleton } from "./kitchen-skeleton";
import { NextPrepSheet } from "./next-prep-sheet";

export function KitchenPage() {
  const scope = useTruckScope({ allowsDeleted: true });
  const user = useCurrentUser();
  useDocumentTitle(m.common.kitchen);
  // A deleted truck takes no orders and goes nowhere.
  const present = scope.truck?.archivedAt ? null : scope.truck;
  return (
    <>
      <Row as="header" gap={4} rowGap={2} align="center" marginBottom={3}>
        <BackLink to="/admin/orders" label={m.common.orders} />
        <div className={styles.words}>
          <Text as="h1" size="2xl">
            {m.common.kitchen}
          </Text>
          {scope.truck ? (
            <Text soft breaks>
              {scope.truck.name}
            </Text>
          ) : null}
        </div>
        {present ? <NextPrepSheet key={present._id} truck={present} /> : null}
        <ThemeSwitch />
        <TruckSelect scope={scope} />
        {present ? (
          <div className={styles.controls}>
            <AvailabilityControls key={present._id} truck={present} />
          </div>
        ) : null}
      </Row>
      <TruckContent scope={scope} skeleton={<KitchenSkeleton />}>
        {scope.truck ? (
          <KitchenBoard key={scope.truck._id} truck={scope.truck} userId={user._id} />
        ) : null}
      </TruckContent>
    </>
  );
}
