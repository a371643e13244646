import { type DragEvent, useId, useState } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Text } from "@/ui/layout";
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
      <p>{m.menuImport.file.lead}</p>
      <Text soft size="s">
        {m.menuImport.file.unitsHint}
      </Text>
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
          {m.menuImport.file.choose}
        </label>
        <input
          id={id}
          type="file"
          // A workbook can be chosen too, because the refusal says how to make a file of it that can be read.
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,.numbers,text/csv,text/tab-separated-values,text/plain"
          disabled={disabled}
          className="visually-hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file, corrected, must count as a new choice.
            event.target.value = "";
            if (file) onChoose(file);
          }}
        />
        <Text soft>{m.menuImport.file.orDrop}</Text>
      </div>
      <Text soft size="s">
        {m.menuImport.file.nothingYet}
      </Text>
    </>
  );
}
