import { messages as m } from "@/messages";
import { CloseIcon } from "@/ui/icons/icons";
import { MapRowText } from "./map-list";
import type { MapPin } from "./map-rows";
import styles from "./truck-map.module.css";

/** The trucks of the pin that was pressed, over the lower edge of the map. */
export function ChosenTrucks({ pin, onClose }: { pin: MapPin; onClose: () => void }) {
  return (
    <div role="status" className={styles.chosen}>
      <div className={styles.chosenRows}>
        {pin.rows.map((row) => (
          <MapRowText key={row.truck._id} row={row} />
        ))}
      </div>
      <button type="button" className={styles.goTo} aria-label={m.common.close} onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  );
}
