import { useState } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { ImageIcon } from "@/ui/icons/form-icons";
import { Stack, Text } from "@/ui/layout";
import styles from "./image-field.module.css";
import type { ImageUpload } from "./use-image-upload";

interface ImageFrameProps {
  address: string | null;
  upload: ImageUpload;
  ratio: "card" | "square";
  onCancel: () => void;
}

/** The image as it is, as it is on its way, or the place where it will be. */
export function ImageFrame({ address, upload, ratio, onCancel }: ImageFrameProps) {
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
