import { type DragEvent, useId, useState } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./import.module.css";

interface ImportDropZoneProps {
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** Takes one file: chosen from the disk, or dropped anywhere on the zone. */
export function ImportDropZone({ disabled, onChoose }: ImportDropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onChoose(file);
  };
  return (
    <>
      <p>
        Start from an export of the menu: change it in any spreadsheet program, save it as CSV and
        bring it back. Rows that keep their id change that menu item; rows without one are added.
        Menu items that are not in the file stay as they are.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the file field inside does. */}
      <div
        className={classNames(styles.zone, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <label htmlFor={id} className={styles.pick}>
          Choose a CSV file
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          disabled={disabled}
          className="visually-hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file, corrected, must count as a new choice.
            event.target.value = "";
            if (file) onChoose(file);
          }}
        />
        <p className={styles.or}>or drop it here</p>
      </div>
      <p className={styles.soft}>Nothing is written until you have seen what would change.</p>
    </>
  );
}
