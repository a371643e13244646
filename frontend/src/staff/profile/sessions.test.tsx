import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { OwnSession } from "@/domain/api/staff-types";
import { describeDevice } from "@/staff/security/add-factor-and-recovery-codes";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { signInAs } from "@/test/staff/staff";

const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const PATH = "*/api/auth/sessions";

function aSession(overrides: Partial<OwnSession> = {}): OwnSession {
  return {
    _id: "a".repeat(24),
    userAgent: CHROME,
    network: "203.0.113.0/24",
    isRemembered: false,
    isCurrent: false,
    signedInAt: "2026-11-20T18:00:00Z",
    lastUsedAt: new Date().toISOString(),
    ...overrides,
  };
}
const THIS = aSession({ isCurrent: true });
const PHONE = aSession({ _id: "b".repeat(24), userAgent: SAFARI });

/** Opens the profile of a user with these sessions, and collects what is ended. */
async function open(sessions: OwnSession[]) {
  signInAs("admin");
  let left = sessions;
  server.use(http.get(PATH, () => HttpResponse.json({ sessions: left })));
  const answer = (path: string) => {
    left = path.endsWith("/sessions") ? [THIS] : left.filter(({ _id }) => !path.endsWith(_id));
    return HttpResponse.json({ ended: sessions.length - left.length });
  };
  const read = (request: Request) => new URL(request.url).pathname;
  const ended = recordCalls("delete", PATH, read, answer);
  const endedOne = recordCalls("delete", `${PATH}/:id`, read, answer);
  const app = renderApp("/admin/profile");
  const section = within(await screen.findByRole("region", { name: "Where you are signed in" }));
  return { ...app, section, ended, endedOne };
}

it.each([
  [SAFARI, "Safari on iOS"],
  [CHROME, "Chrome on Windows"],
  ["curl/8.5.0", "Unknown device"],
  [null, "Unknown device"],
])("names the device of %s", (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name);
});

it("lists the sessions, marks this one, and ends another", async () => {
  const { user, section, endedOne } = await open([THIS, PHONE]);
  const items = await section.findAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Chrome on Windows This device.*Network address 203\.0\.113\.0\/24$/),
    expect.stringMatching(/^Safari on iOS .*Last used 0m ago/),
  ]);
  await user.click(section.getByRole("button", { name: "Sign out Safari on iOS" }));
  await screen.findByText("Safari on iOS is signed out");
  expect(endedOne).toEqual([`/api/auth/sessions/${PHONE._id}`]);
  await section.findByText("You are signed in nowhere else.");
  expect(section.getAllByRole("listitem")).toHaveLength(1);
  await waitFor(() =>
    expect(section.getByRole("heading", { name: "Where you are signed in" })).toHaveFocus(),
  );
});

it("ends all others after asking", async () => {
  const others = [PHONE, aSession({ _id: "c".repeat(24) })];
  const { user, section, ended } = await open([THIS, ...others]);
  await user.click(await section.findByRole("button", { name: "Sign out everywhere else" }));
  const question = await screen.findByRole("alertdialog", {
    name: "Sign out on 2 other devices?",
  });
  expect(ended).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Sign out" }));
  await screen.findByText("Signed out on 2 other devices");
  expect(ended).toEqual(["/api/auth/sessions"]);
});

it("says why a session could not be ended, and asks again for the list", async () => {
  const { user, section } = await open([THIS, PHONE]);
  server.use(
    http.delete(`${PATH}/:id`, () =>
      HttpResponse.json({ error: "This session has ended already." }, { status: 404 }),
    ),
    http.get(PATH, () => HttpResponse.json({ sessions: [THIS] })),
  );
  await user.click(await section.findByRole("button", { name: "Sign out Safari on iOS" }));
  await screen.findByText("This session has ended already.");
  await waitFor(() => expect(section.getAllByRole("listitem")).toHaveLength(1));
});

it("shows the first eight of many, and all on request", async () => {
  const many = Array.from({ length: 9 }, (_, n) => aSession({ _id: String(n).repeat(24) }));
  const { user, section } = await open([THIS, ...many]);
  expect(await section.findAllByRole("listitem")).toHaveLength(8);
  await user.click(section.getByRole("button", { name: "Show all 10" }));
  expect(section.getAllByRole("listitem")).toHaveLength(10);
});

it("says when the list could not be loaded, and tries again", async () => {
  signInAs("admin");
  server.use(http.get(PATH, () => HttpResponse.json({ error: "Busy" }, { status: 400 })));
  const { user } = renderApp("/admin/profile");
  const title = await screen.findByText("Failed to load where you are signed in");
  server.use(http.get(PATH, () => HttpResponse.json({ sessions: [THIS] })));
  const state = title.closest("section") as HTMLElement;
  await user.click(within(state).getByRole("button", { name: "Try again" }));
  await within(state).findByText("You are signed in nowhere else.");
});
