import { authorizationHeader, reportUnauthorized } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { UploadedImage } from "@/domain/api/staff-types";
import { translateError } from "@/domain/api/translate-errors";
import { messages as m } from "@/messages";
import { apiBaseUrl } from "./base-url-and-send-and-forget";

export type UploadFolder = "trucks" | "menu-items";

interface UploadOptions {
  folder: UploadFolder;
  /** The share that has been sent, 0 to 1; at 1 the server still has its own work to do. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}
/** The server's codes whose sentence says already that it was the upload. */
const REFUSALS: readonly string[] = ["upload_failed", "upload_too_large", "wrong_media_type"];
const LIMIT_MB = 10;

/** Why a file need not even be sent; null when the server is to judge it by its content. */
export function uploadRefusal(file: File): string | null {
  if (file.size === 0) return m.upload.fileEmpty;
  if (file.size > LIMIT_MB * 1024 * 1024) {
    return m.upload.tooLarge({ limitMb: LIMIT_MB });
  }
  if (file.type !== "" && !file.type.startsWith("image/")) {
    return m.upload.notAnImage;
  }
  return null;
}

/** The sentence for a failed upload; it always says that it was the upload. */
export function uploadErrorMessage(error: unknown): string {
  const isSaid = error instanceof ApiError && error.code !== null && REFUSALS.includes(error.code);
  return isSaid ? error.message : m.upload.failed({ reason: errorMessage(error) });
}

/**
 * Sends an image and returns its addresses; every failure is an ApiError. `fetch` does not say how
 * far a request body has come, which a phone on a slow line has to know.
 */
export function uploadImage(file: File, options: UploadOptions): Promise<UploadedImage> {
  const { folder, onProgress, signal } = options;
  const form = new FormData();
  form.append("folder", folder);
  form.append("file", file);
  const headers = { Accept: "application/json", ...authorizationHeader() };
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", `${apiBaseUrl()}/upload`);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    call.onload = () => {
      if (call.status === 401) reportUnauthorized(headers);
      settle(call, resolve, reject);
    };
    call.onerror = () => reject(ApiError.unreachable());
    call.onabort = () => reject(new DOMException(m.upload.cancelled, "AbortError"));
    signal?.addEventListener("abort", () => call.abort(), { once: true });
    call.send(form);
  });
}

function settle(
  { status, responseText }: XMLHttpRequest,
  resolve: (image: UploadedImage) => void,
  reject: (error: ApiError) => void,
): void {
  let answer: unknown;
  try {
    answer = JSON.parse(responseText);
  } catch {
    reject(ApiError.notJson(status, responseText));
    return;
  }
  if (status >= 200 && status < 300) resolve(answer as UploadedImage);
  else void translateError(answer).then((worded) => reject(ApiError.fromAnswer(status, worded)));
}
