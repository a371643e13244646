import { useMutation, useQuery } from "@tanstack/react-query";
import { configQuery } from "@/domain/api/config";
import { errorMessage } from "@/domain/api/errors";
import { probeMenu } from "@/staff/menu/api";
import { Button } from "@/ui/controls/button";
import styles from "./dev-buttons.module.css";

interface DevButtonsProps {
  truckId: string | null;
  /** Drops the session and asks to sign in anew. */
  onFreshLogin: () => void;
}

/** For whoever works on the product; where its settings allow it only. */
export function DevButtons({ truckId, onFreshLogin }: DevButtonsProps) {
  const { data: config } = useQuery(configQuery());
  const probe = useMutation({ mutationFn: probeMenu });
  if (!config?.devTools) return null;
  return (
    <section aria-label="Developer tools" className={styles.tools}>
      <h2 className={styles.title}>Developer tools</h2>
      <div className={styles.buttons}>
        <Button
          disabled={truckId === null}
          busy={probe.isPending}
          onClick={() => truckId && probe.mutate(truckId)}
        >
          Test API
        </Button>
        <Button onClick={onFreshLogin}>Fresh Login</Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
      <p role="status" className={styles.result}>
        {probe.data ? `API answered in ${probe.data.ms} ms: ${probe.data.items} menu items` : null}
        {probe.error ? `API test failed: ${errorMessage(probe.error)}` : null}
      </p>
    </section>
  );
}
