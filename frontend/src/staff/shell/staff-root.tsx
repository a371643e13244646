import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, Outlet } from "react-router";
import { messages as m } from "@/messages";
import { connectProofs, useProofStore } from "@/staff/security/ask-for-proof";
import { connectSession } from "@/staff/session/session";
import { LinkProvider } from "@/ui/controls/link";
import { ToastRegion } from "@/ui/feedback/toast-region";
import { ErrorBoundary, PageLoading } from "@/ui/layout/page-states";
import { keepOfflinePage } from "./offline-page";

const ProofDialog = lazy(async () => ({
  default: (await import("@/staff/security/proof-dialog")).ProofDialog,
}));

/** Connects the session before the first guard reads it, and holds what every staff screen shares. */
export function StaffRoot() {
  const queryClient = useQueryClient();
  useState(() => connectSession(queryClient));
  useState(connectProofs);
  useEffect(keepOfflinePage, []);
  return (
    <LinkProvider value={Link}>
      <ErrorBoundary reassurance={m.shell.staySignedIn}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <AskedProof />
      <ToastRegion />
    </LinkProvider>
  );
}

/** The dialog is loaded when a request first needs a proof, and stays for its closing motion. */
function AskedProof() {
  const { isAsking } = useProofStore();
  const [wasAsked, setWasAsked] = useState(isAsking);
  if (isAsking && !wasAsked) setWasAsked(true);
  return wasAsked ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
}
