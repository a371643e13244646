import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiFile } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import { saveFile } from "@/lib/save-file";
import { Button } from "./button";
import { showToast } from "./toast";

interface DownloadButtonProps {
  /** Below the API's base; a plain link could not carry the token. */
  path: string;
  /** Used when the server names no file. */
  fallbackName: string;
  children: ReactNode;
}

/** Fetches a file as the signed-in user and hands it to the browser's downloads. */
export function DownloadButton({ path, fallbackName, children }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: () => apiFile(path),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? fallbackName),
    onError: (error) =>
      showToast({ type: "error", message: `The download failed: ${sentenceOf(error)}` }),
  });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      {download.isPending ? "Preparing..." : children}
    </Button>
  );
}
