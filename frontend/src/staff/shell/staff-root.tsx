import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, Outlet } from "react-router";
import { messages as m } from "@/messages";
import { connectProofs, useProofStore } from "@/staff/security/proof";
import { connectSession } from "@/staff/session/session";
import { LinkProvider } from "@/ui/controls/router-link";
import { ToastRegion } from "@/ui/feedback/toast-region";
import { ErrorBoundary, PageLoading } from "@/ui/layout/page-states";

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

/**
 * Lets a staff screen that cannot be reached say so itself, where the browser would show its own
 * error. Only below /admin: customers' pages are never touched.
 */
function keepOfflinePage(): void {
  // Missing without TLS, and of no use while the screens are being built.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register("/sw.js", { scope: "/admin/", updateViaCache: "none" })
    .catch(() => {
      // A browser that forbids it shows its own page.
    });
}
