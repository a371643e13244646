import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Link, Outlet } from "react-router";
import { messages as m } from "@/messages";
import { connectSession } from "@/staff/session/session";
import { LinkProvider } from "@/ui/controls/link";
import { ToastRegion } from "@/ui/feedback/toast-region";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import { PageLoading } from "@/ui/layout/page-loading";
import { keepOfflinePage } from "./offline-page";

/** Connects the session before the first guard reads it, and holds what every staff screen shares. */
export function StaffRoot() {
  const queryClient = useQueryClient();
  useState(() => connectSession(queryClient));
  useEffect(keepOfflinePage, []);
  return (
    <LinkProvider value={Link}>
      <ErrorBoundary reassurance={m.staff.shell.youStaySignedIn}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <ToastRegion />
    </LinkProvider>
  );
}
