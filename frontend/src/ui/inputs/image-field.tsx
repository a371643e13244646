import {
  type DragEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import {
  type UploadFolder,
  uploadErrorMessage,
  uploadImage,
  uploadRefusal,
} from "@/domain/api/transport/upload";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { ImageIcon } from "@/ui/icons/form-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { Field } from "./field";
import styles from "./image-field.module.css";
import { TextInput } from "./text-input-and-textarea";

interface ImageFieldProps {
  label: string;
  /** Which image it is: its sentences are `m.upload` of it. */
  kind: "image" | "cardImage" | "bannerImage";
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
  /** Its address is typed elsewhere, in an `ImageAddress`. */
  addressApart?: boolean;
}

/** An image to choose, drop or name by its address; shown at once, sent with progress. */
export function ImageField(props: ImageFieldProps) {
  const { label, kind, value, onChange, ratio } = props;
  const labelId = useId();
  const { upload, start, cancel } = useImageUpload({ ...props, onUploaded: onChange });
  const drop = useFileDrop((file) => void start(file));
  return (
    <Stack gap={2} role="group" aria-labelledby={labelId}>
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
          <FileButton kind={kind} isReplacing={value !== null} onFile={(file) => start(file)} />
          {value === null ? (
            <Text as="span" soft size="s">
              {m.upload.orDrop}
            </Text>
          ) : (
            <Button
              variant="quiet"
              aria-label={m.upload[kind].remove}
              onClick={() => onChange(null)}
            >
              {m.common.remove}
            </Button>
          )}
        </Row>
      </Row>
      {upload.phase === "failed" ? (
        <Row
          gap={3}
          align="center"
          justify="between"
          surface="danger"
          radius="control"
          tone="danger"
          size="s"
          weight={600}
          role="alert"
          className={styles.failed}
        >
          <p>{upload.sentence}</p>
          {upload.again ? (
            <Button variant="secondary" onClick={upload.again}>
              {m.common.tryAgain}
            </Button>
          ) : null}
        </Row>
      ) : null}
      {props.addressApart ? (
        <Text soft size="s">
          {props.hint}
        </Text>
      ) : (
        <ImageAddress {...props} />
      )}
    </Stack>
  );
}

type ImageAddressProps = Pick<
  ImageFieldProps,
  "kind" | "hint" | "value" | "onChange" | "error" | "inputRef"
>;

/** The image by its address, for one that is on the web already. */
export function ImageAddress({ kind, hint, value, onChange, error, inputRef }: ImageAddressProps) {
  return (
    <Field label={m.upload[kind].address} hint={hint} error={error}>
      <TextInput
        ref={inputRef}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value.trim() || null)}
      />
    </Field>
  );
}

interface FileButtonProps {
  kind: ImageFieldProps["kind"];
  isReplacing: boolean;
  onFile: (file: File) => void;
}

function FileButton({ kind, isReplacing, onFile }: FileButtonProps) {
  return (
    <label className={styles.choose}>
      <input
        type="file"
        aria-label={isReplacing ? m.upload[kind].replace : m.upload[kind].choose}
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
      {isReplacing ? m.upload.replace : m.upload.choose}
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

interface ImageFrameProps {
  address: string | null;
  upload: ImageUpload;
  ratio: "card" | "square";
  onCancel: () => void;
}

/** The image as it is, as it is on its way, or the place where it will be. */
function ImageFrame({ address, upload, ratio, onCancel }: ImageFrameProps) {
  const isSending = upload.phase === "sending";
  const shown = isSending ? upload.preview : showable(address);
  return (
    <div className={classNames(styles.frame, styles[ratio])}>
      {shown ? <Shown key={shown} address={shown} isSending={isSending} /> : <Placeholder />}
      {isSending ? <Progress share={upload.share} onCancel={onCancel} /> : null}
    </div>
  );
}

function Shown({ address, isSending }: { address: string; isSending: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (!isBroken) return <img src={address} alt="" onError={() => setBroken(true)} />;
  // A photo of a kind that this browser cannot show may still be one that the server can read.
  if (isSending) return <Placeholder />;
  return (
    <Text padding={4} soft size="s" textAlign="center" role="status">
      {m.upload.imageFailed}
    </Text>
  );
}

function Placeholder() {
  return (
    <Text as="span" padding={4} soft size="s" textAlign="center">
      <ImageIcon size={32} />
    </Text>
  );
}

function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <Stack
      gap={2}
      padding={3}
      surface="card"
      radius="control"
      size="s"
      weight={600}
      className={styles.progress}
    >
      <span role="status">{percent < 100 ? m.upload.uploading : m.upload.preparing}</span>
      <progress className={styles.bar} max={100} value={percent} aria-label={m.upload.progress} />
      <Button onClick={onCancel}>{m.upload.cancel}</Button>
    </Stack>
  );
}

/** Half an address would only ask the network for what is not there. */
function showable(address: string | null): string | null {
  return address && /^(https:\/\/[^/]+\.[^/]+|\/uploads\/)/.test(address) ? address : null;
}

type ImageUpload =
  | { phase: "idle" }
  /** `share` is what has been sent, 0 to 1. */
  | { phase: "sending"; share: number; preview: string }
  | { phase: "failed"; sentence: string; again: (() => void) | null };

interface ImageUploadOptions {
  folder: UploadFolder;
  onUploaded: (address: string) => void;
  onBusyChange?: ((busy: boolean) => void) | undefined;
}

const IDLE: ImageUpload = { phase: "idle" };

/** One upload at a time; another file, a cancel or leaving the page calls the running one off. */
function useImageUpload({ folder, onUploaded, onBusyChange }: ImageUploadOptions) {
  const [upload, setUpload] = useState<ImageUpload>(IDLE);
  const running = useRef<AbortController | null>(null);

  async function start(file: File): Promise<void> {
    running.current?.abort();
    const refusal = uploadRefusal(file);
    if (refusal) return setUpload({ phase: "failed", sentence: refusal, again: null });
    const call = new AbortController();
    running.current = call;
    const preview = URL.createObjectURL(file);
    setUpload({ phase: "sending", share: 0, preview });
    try {
      const onProgress = (share: number) => {
        if (running.current === call) setUpload({ phase: "sending", share, preview });
      };
      const image = await uploadImage(file, { folder, onProgress, signal: call.signal });
      if (running.current !== call) return;
      onUploaded(image.url);
      setUpload(IDLE);
    } catch (error) {
      if (running.current !== call) return;
      const again = () => void start(file);
      setUpload({ phase: "failed", sentence: uploadErrorMessage(error), again });
    } finally {
      URL.revokeObjectURL(preview);
      if (running.current === call) running.current = null;
    }
  }

  function cancel(): void {
    running.current?.abort();
    running.current = null;
    setUpload(IDLE);
  }

  const isSending = upload.phase === "sending";
  const tellBusy = useEffectEvent((busy: boolean) => onBusyChange?.(busy));
  useEffect(() => {
    if (!isSending) return;
    tellBusy(true);
    return () => tellBusy(false);
  }, [isSending]);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );
  return { upload, start, cancel };
}
