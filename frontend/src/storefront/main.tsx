import "@/ui/tokens/base.css";
import type { QueryClient } from "@tanstack/react-query";
import { clientErrors } from "@/domain/api/error-reports/client-errors";
import { createQueryClient } from "@/domain/api/query-client";
import { preferredLanguage } from "@/messages/language";
import { mountApp } from "./first-paint/mount-app";
import { loadMessages } from "./messages";

/** Long enough for the first screen on a slow line; a visit that is shorter keeps nothing. */
const OFFLINE_AFTER_MS = 2_000;

clientErrors.listen(window);
const root = document.getElementById("root");
// A task of its own: loading the modules has been one already.
if (root) setTimeout(() => start(root));

async function start(root: HTMLElement): Promise<void> {
  await loadMessages(preferredLanguage());
  const client = createQueryClient();
  setTimeout(() => keepOfflineOf(client), OFFLINE_AFTER_MS);
  mountApp(root, client);
}

function keepOfflineOf(client: QueryClient): void {
  import("./offline/keep-offline").then(
    ({ keepOffline }) => keepOffline(client),
    () => undefined,
  );
}
