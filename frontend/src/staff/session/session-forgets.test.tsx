import "@/test/fake-device";
import { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { openDevice } from "@/domain/offline/device-storage";
import { forgetAnswers, keepAnswers } from "@/domain/offline/known-answers-and-time-alone";
import { staffMenuKey } from "@/domain/query-keys";
import { renderApp } from "@/test/render-app";
import { aUser, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./send-unsent-and-follow-offline";

const TOKEN = "chuckwagon.token";
const MARK = "chuckwagon.known-answers";

beforeEach(async () => (await openDevice()).clear("known"));

const countKnown = async () => (await openDevice()).count("known");

function clientWithMenu(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(staffMenuKey("truck"), [{ name: "Cola" }]);
  return client;
}

it("writes nothing down for a user who signs out while it is being written", async () => {
  const stop = keepAnswers(clientWithMenu(), aUser(), "token");
  window.dispatchEvent(new Event("offline"));
  stop();
  await forgetAnswers();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await countKnown()).toBe(0);
});

it("forgets after a sign-out in another tab what this one wrote down behind it", async () => {
  signInAs("admin");
  serveStaff();
  const { client } = renderApp("/admin/profile");
  await screen.findByRole("heading", { level: 1, name: "Your profile" });
  await waitFor(() => expect(localStorage.getItem(MARK)).toBe("kept"), { timeout: 5_000 });
  const stop = keepAnswers(client, aUser(), "token");
  window.dispatchEvent(new Event("offline"));
  await waitFor(async () => expect(await countKnown()).toBe(1));
  stop();
  // The other tab has cleared what there was before.
  localStorage.removeItem(MARK);
  localStorage.removeItem(TOKEN);
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: MARK, newValue: null }));
    window.dispatchEvent(new StorageEvent("storage", { key: TOKEN, newValue: null }));
  });
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
  await waitFor(async () => expect(await countKnown()).toBe(0));
});
