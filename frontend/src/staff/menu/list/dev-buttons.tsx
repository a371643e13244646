import { useMutation, useQuery } from "@tanstack/react-query";
import { configQuery } from "@/domain/api/config";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { probeMenu } from "@/staff/menu/api";
import { Button } from "@/ui/controls/button";
import { Row, Text } from "@/ui/layout";
import styles from "./menu-table.module.css";

interface DevButtonsProps {
  truckId: string | null;
  /** Drops the session and asks to sign in again. */
  onFreshLogin: () => void;
}

/** For developers; where its settings allow it only. */
export function DevButtons({ truckId, onFreshLogin }: DevButtonsProps) {
  const { data: config } = useQuery(configQuery());
  const probe = useMutation({ mutationFn: probeMenu });
  if (!config?.devTools) return null;
  return (
    <section aria-label={m.menu.dev.title} className={styles.devButtonsTools}>
      <Text as="h2" marginBottom={2} soft size="m">
        {m.menu.dev.title}
      </Text>
      <Row gap={2}>
        <Button
          disabled={truckId === null}
          busy={probe.isPending}
          onClick={() => truckId && probe.mutate(truckId)}
        >
          {m.menu.dev.testApi}
        </Button>
        <Button onClick={onFreshLogin}>{m.menu.dev.freshLogin}</Button>
        <Button onClick={() => window.location.reload()}>{m.menu.dev.reload}</Button>
      </Row>
      <Text marginTop={2} soft role="status" className={styles.result}>
        {probe.data ? m.menu.dev.answered({ ms: probe.data.ms, items: probe.data.items }) : null}
        {probe.error ? m.menu.dev.failed({ errorMessage: errorMessage(probe.error) }) : null}
      </Text>
    </section>
  );
}
