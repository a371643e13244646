import { messages as m } from "@/messages";
import { CloseIcon } from "@/ui/icons/icons";
import { Stack } from "@/ui/layout";
import { MapRowText } from "./map-list";
import type { MapPin } from "./map-rows";
import styles from "./truck-map.module.css";

/** The trucks of the pin that was pressed, over the lower edge of the map. */
export function ChosenTrucks({ pin, onClose }: { pin: MapPin; onClose: () => void }) {
  return (
    <div role="status" className={styles.chosen}>
      <Stack gap={4} shrinks>
        {pin.rows.map((row) => (
          <MapRowText key={row.truck._id} row={row} />
        ))}
      </Stack>
      <button type="button" className={styles.goTo} aria-label={m.common.close} onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  );
}
