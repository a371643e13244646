import { type DragEvent, type Ref, useId, useState } from "react";
import type { UploadFolder } from "@/domain/api/transport/upload";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { ImageIcon } from "@/ui/icons/form-icons";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Row, Text } from "@/ui/layout";
import styles from "./image-field.module.css";
import { ImageFrame } from "./image-frame";
import { useImageUpload } from "./use-image-upload";

interface ImageFieldProps {
  label: string;
  hint?: string;
  folder: UploadFolder;
  /** The image's address; null without one. */
  value: string | null;
  onChange: (address: string | null) => void;
  /** Said while an image is on its way, so that the form can wait for it. */
  onBusyChange?: (busy: boolean) => void;
  error?: string | undefined;
  ratio: "card" | "square";
  inputRef?: Ref<HTMLInputElement>;
}

/** An image to choose, drop or name by its address; shown at once, sent with progress. */
export function ImageField(props: ImageFieldProps) {
  const { label, hint, value, onChange, error, ratio } = props;
  const labelId = useId();
  const { upload, start, cancel } = useImageUpload({ ...props, onUploaded: onChange });
  const drop = useFileDrop((file) => void start(file));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not line up with the other labels.
    <div role="group" aria-labelledby={labelId} className={styles.field}>
      <Text as="span" weight={650} id={labelId}>
        {label}
      </Text>
      <Row
        gap={4}
        align="center"
        padding={3}
        surface="card"
        radius="card"
        {...drop.handlers}
        className={classNames(styles.drop, drop.isOver && styles.over)}
      >
        <ImageFrame address={value} upload={upload} ratio={ratio} onCancel={cancel} />
        <Row gap={3} rowGap={2} align="center">
          <FileButton label={label} isReplacing={value !== null} onFile={(file) => start(file)} />
          {value === null ? (
            <Text as="span" soft size="s">
              {m.upload.orDrop}
            </Text>
          ) : (
            <Button variant="quiet" onClick={() => onChange(null)}>
              {m.common.remove} <span className="visually-hidden">{label.toLowerCase()}</span>
            </Button>
          )}
        </Row>
      </Row>
      {upload.phase === "failed" ? (
        <div role="alert" className={styles.failed}>
          <p>{upload.sentence}</p>
          {upload.again ? (
            <Button variant="secondary" onClick={upload.again}>
              {m.common.tryAgain}
            </Button>
          ) : null}
        </div>
      ) : null}
      <Field label={m.upload.address({ label })} hint={hint} error={error}>
        <TextInput
          ref={props.inputRef}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value.trim() || null)}
        />
      </Field>
    </div>
  );
}

interface FileButtonProps {
  label: string;
  isReplacing: boolean;
  onFile: (file: File) => void;
}

function FileButton({ label, isReplacing, onFile }: FileButtonProps) {
  return (
    <label className={styles.choose}>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"
        className="visually-hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // Otherwise choosing the same file again, after a failure, would say nothing.
          event.target.value = "";
        }}
      />
      <ImageIcon size={18} />
      {isReplacing ? m.upload.replace : m.upload.choose}{" "}
      <span className="visually-hidden">{m.upload.for({ label: label.toLowerCase() })}</span>
    </label>
  );
}

function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { isOver, handlers };
}
