import { useEffect, useEffectEvent, useState } from "react";
import { authorizationHeader } from "@/domain/api/client";
import { type Draft, dropDraft, findDraft, keepDraft } from "./drafts";

interface UseDraftOptions<Values> {
  /** Null: nothing is kept. */
  key: string | null;
  /** What would be lost now; null when everything is stored. */
  read: () => Draft<Values> | null;
  restore: (draft: Draft<Values>) => void;
}

/** Carries unsaved work over a session that ends in the middle of it. Says whether it has done so. */
export function useDraft<Values>({ key, read, restore }: UseDraftOptions<Values>): boolean {
  const [found] = useState(() => (key === null ? null : findDraft<Values>(key)));
  const handleOpen = useEffectEvent(() => {
    if (key !== null) dropDraft(key);
    if (found) restore(found);
  });
  const handleClose = useEffectEvent(() => {
    const isSignedOut = authorizationHeader().Authorization === undefined;
    const draft = isSignedOut ? read() : null;
    if (draft && key !== null) keepDraft(key, draft);
  });
  useEffect(() => {
    handleOpen();
    return () => handleClose();
  }, []);
  return found !== null;
}
