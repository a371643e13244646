import { useMutation, useQuery } from "@tanstack/react-query";
import { configQuery } from "@/domain/api/config";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { probeMenu } from "@/staff/menu/api";
import { Button } from "@/ui/controls/button";
import styles from "./dev-buttons.module.css";

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
    <section aria-label={m.staff.menu.developerTools} className={styles.tools}>
      <h2 className={styles.title}>{m.staff.menu.developerTools}</h2>
      <div className={styles.buttons}>
        <Button
          disabled={truckId === null}
          busy={probe.isPending}
          onClick={() => truckId && probe.mutate(truckId)}
        >
          {m.staff.menu.testApi}
        </Button>
        <Button onClick={onFreshLogin}>{m.staff.menu.freshLogin}</Button>
        <Button onClick={() => window.location.reload()}>{m.staff.menu.reload}</Button>
      </div>
      <p role="status" className={styles.result}>
        {probe.data
          ? m.staff.menu.apiAnsweredInMsMenu({ ms: probe.data.ms, items: probe.data.items })
          : null}
        {probe.error
          ? m.staff.menu.apiTestFailed({ errorMessage: errorMessage(probe.error) })
          : null}
      </p>
    </section>
  );
}
