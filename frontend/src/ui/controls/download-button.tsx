import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DownloadedFile } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { saveFile } from "@/ui/browser/save-file-and-open-document";
import { showToast } from "@/ui/feedback/toast";
import { Button } from "./button";

interface DownloadButtonProps {
  /** Fetches the file; a plain link could not carry the token. */
  load: () => Promise<DownloadedFile>;
  /** Used when the server names no file. */
  fallbackName: string;
  children: ReactNode;
}

/** Fetches a file as the signed-in user and hands it to the browser's downloads. */
export function DownloadButton({ load, fallbackName, children }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? fallbackName),
    onError: (error) =>
      showToast({
        type: "error",
        message: m.controls.downloadFailed({ errorMessage: errorMessage(error) }),
      }),
  });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      {download.isPending ? m.controls.preparing : children}
    </Button>
  );
}
