import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type UploadFolder,
  uploadErrorMessage,
  uploadImage,
  uploadRefusal,
} from "@/domain/api/transport/upload";

export type ImageUpload =
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
export function useImageUpload({ folder, onUploaded, onBusyChange }: ImageUploadOptions) {
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
