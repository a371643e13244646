import "@/ui/tokens/base.css";
import type { QueryClient } from "@tanstack/react-query";
import { clientErrors } from "@/domain/api/error-reports/error-reporter";
import { createQueryClient } from "@/domain/api/query-client";
import { preferredLanguage } from "@/messages/language";
import { loadMessages } from "./load-messages";
import { mountApp } from "./mount-app";

/** Long enough for the first screen on a slow line; a visit that is shorter keeps nothing. */
const OFFLINE_AFTER_MS = 2_000;

clientErrors.listen(window);
const root = document.getElementById("root");
// A task of its own: loading the modules has been one already.
if (root) setTimeout(() => start(root));

async function start(root: HTMLElement): Promise<void> {
  await Promise.all([loadMessages(preferredLanguage()), isParsed()]);
  const client = createQueryClient();
  setTimeout(() => keepOfflineOf(client), OFFLINE_AFTER_MS);
  mountApp(root, client);
}

/** On a slow line the code may be there before the rest of the page, whose last words are the data to take it over with. */
function isParsed(): Promise<unknown> | undefined {
  if (document.readyState !== "loading") return;
  return new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
}

function keepOfflineOf(client: QueryClient): void {
  import("./offline/keep-offline").then(
    ({ keepOffline }) => keepOffline(client),
    () => undefined,
  );
}
