import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { fakePush } from "@/test/fake-push";
import { renderPart } from "@/test/render-part";
import { server } from "@/test/server";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import { TOKEN } from "@/test/storefront/customer-backend";
import {
  keepOwnDevice,
  type OrderDevice,
  ownDevice,
  PushSwitches,
} from "./push-switches-and-devices";

const SUBSCRIPTION = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
const TELL = "Tell me on this device";
const INSTEAD = "Instead of text messages";

let devices: OrderDevice[];
let added: unknown[];

beforeEach(() => {
  devices = [];
  added = [];
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ ...CONFIG, push: { publicKey: "BKey" } })),
    http.get(`*/api/track/${TOKEN}/devices`, () => HttpResponse.json(devices)),
    http.post(`*/api/track/${TOKEN}/devices`, async ({ request }) => {
      const sent = (await request.json()) as { insteadOfSms: boolean };
      added.push(sent);
      const made = aDevice(`d${added.length}`, sent.insteadOfSms);
      devices = [made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.delete(`*/api/track/${TOKEN}/devices/:id`, ({ params }) => {
      devices = devices.filter(({ _id }) => _id !== params.id);
      return HttpResponse.json({ deleted: true });
    }),
  );
});

function aDevice(_id: string, insteadOfSms = false): OrderDevice {
  return { _id, insteadOfSms, createdAt: "2026-06-01T17:30:00Z" };
}

const tell = () => screen.findByRole("switch", { name: TELL });

it("tells this device, instead of texting when that is wanted, and stops when it is switched off", async () => {
  const browser = fakePush({ subscription: SUBSCRIPTION });
  const { user } = renderPart(<PushSwitches token={TOKEN} />);
  const shown = await tell();
  await waitFor(() => expect(shown).toBeEnabled());
  expect(browser.requestPermission).not.toHaveBeenCalled();
  await user.click(shown);
  const instead = await screen.findByRole("switch", { name: INSTEAD });
  expect(shown).toBeChecked();
  expect(instead).not.toBeChecked();
  await waitFor(() => expect(instead).toBeEnabled());
  await user.click(instead);
  await waitFor(() => expect(screen.getByRole("switch", { name: INSTEAD })).toBeChecked());
  expect(added).toEqual([
    { subscription: SUBSCRIPTION, insteadOfSms: false },
    { subscription: SUBSCRIPTION, insteadOfSms: true },
  ]);
  expect(ownDevice(TOKEN)).toBe("d2");
  await waitFor(() => expect(shown).toBeEnabled());
  await user.click(shown);
  await waitFor(() => expect(shown).not.toBeChecked());
  expect(devices).toEqual([]);
  expect(screen.queryByRole("switch", { name: INSTEAD })).not.toBeInTheDocument();
});

it("is off on this device while another one is told, and after the server has forgotten this one", async () => {
  fakePush({ subscription: SUBSCRIPTION });
  devices = [aDevice("of another browser")];
  keepOwnDevice(TOKEN, "forgotten");
  renderPart(<PushSwitches token={TOKEN} />);
  const shown = await tell();
  await waitFor(() => expect(shown).toBeEnabled());
  expect(shown).not.toBeChecked();
});

it("is off once the browser has forgotten the permission, and asks for it again", async () => {
  const browser = fakePush({ subscription: SUBSCRIPTION, permission: "default" });
  devices = [aDevice("d0", true)];
  keepOwnDevice(TOKEN, "d0");
  const { user } = renderPart(<PushSwitches token={TOKEN} />);
  const shown = await tell();
  await waitFor(() => expect(shown).toBeEnabled());
  expect(shown).not.toBeChecked();
  expect(screen.queryByRole("switch", { name: INSTEAD })).not.toBeInTheDocument();
  await user.click(shown);
  await waitFor(() => expect(shown).toBeChecked());
  expect(browser.requestPermission).toHaveBeenCalledOnce();
});

it("says what the server says when there are too many devices", async () => {
  fakePush({ subscription: SUBSCRIPTION });
  const error = "Too many devices are told already. Please remove one first.";
  server.use(
    http.post(`*/api/track/${TOKEN}/devices`, () => HttpResponse.json({ error }, { status: 409 })),
  );
  const { user } = renderPart(<PushSwitches token={TOKEN} />);
  const shown = await tell();
  await waitFor(() => expect(shown).toBeEnabled());
  await user.click(shown);
  expect(await screen.findByText(error)).toBeVisible();
  expect(shown).not.toBeChecked();
});

it("explains a no, and where the Home Screen is needed first", async () => {
  fakePush({ permission: "denied" });
  renderPart(<PushSwitches token={TOKEN} />);
  expect(await tell()).toHaveAccessibleDescription(/^Notifications from this site are blocked/);
});

it("can be asked again when the devices could not be read", async () => {
  fakePush();
  let isDown = true;
  server.use(
    http.get(`*/api/track/${TOKEN}/devices`, () =>
      isDown ? HttpResponse.json({ error: "Busy" }, { status: 503 }) : HttpResponse.json([]),
    ),
  );
  const { user } = renderPart(<PushSwitches token={TOKEN} />);
  const notice = await screen.findByText(/^We could not check/);
  isDown = false;
  await user.click(within(notice).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("switch", { name: TELL })).toBeEnabled());
});

it("remembers the devices of the last ten orders only, and survives what it cannot read", () => {
  for (let number = 0; number < 12; number += 1) keepOwnDevice(`t${number}`, `d${number}`);
  expect(ownDevice("t1")).toBeNull();
  expect(ownDevice("t11")).toBe("d11");
  localStorage.setItem("order-devices", '[["t",1],"x",["t"]]');
  expect(ownDevice("t")).toBeNull();
  localStorage.setItem("order-devices", "{");
  expect(ownDevice("t")).toBeNull();
});
