import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { PushDevice } from "@/domain/api/staff-types";
import { OwnDevices } from "@/staff/profile/profile-page-and-alert-devices";
import { fakePush } from "@/test/fake-push";
import { renderPart } from "@/test/render-part";
import { keyOf, recordCalls, server } from "@/test/server";
import { aStaffTruck } from "@/test/staff/staff";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import { PushAlerts } from "./push-alerts";

const SUBSCRIPTION = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
const LABEL = "Tell me on this device about new orders";
const DEVICE: PushDevice = {
  _id: "d".repeat(24),
  name: "Chrome, Linux",
  truckId: aStaffTruck()._id,
  truckName: aStaffTruck().name,
  createdAt: "2026-03-06T20:00:00Z",
  isCurrent: true,
};

/** The server's devices, and what was asked of it. */
function servePush(devices: PushDevice[] = []) {
  const added: unknown[] = [];
  server.use(
    http.get("*/api/config", () => HttpResponse.json({ ...CONFIG, push: { publicKey: "BKey" } })),
    http.get("*/api/push/devices", () => HttpResponse.json(devices)),
    http.post("*/api/push/devices", async ({ request }) => {
      added.push(await request.json());
      devices.push(DEVICE);
      return HttpResponse.json(DEVICE, { status: 201 });
    }),
    http.delete("*/api/push/devices/:id", ({ params }) => {
      devices.splice(
        devices.findIndex(({ _id }) => _id === params.id),
        1,
      );
      return HttpResponse.json({ deleted: true });
    }),
  );
  return { devices, added };
}

it("asks for permission after a press, tells the server, and takes it back", async () => {
  const { devices, added } = servePush();
  const browser = fakePush({ subscription: SUBSCRIPTION });
  const { user } = renderPart(<PushAlerts truckId={DEVICE.truckId} />);
  const alerts = await screen.findByRole("switch", { name: LABEL });
  await waitFor(() => expect(alerts).toBeEnabled());
  expect(alerts).not.toBeChecked();
  expect(browser.requestPermission).not.toHaveBeenCalled();
  await user.click(alerts);
  await waitFor(() => expect(alerts).toBeChecked());
  expect(added).toEqual([
    { subscription: SUBSCRIPTION, truckId: DEVICE.truckId, name: "Chrome, Linux" },
  ]);
  await waitFor(() => expect(alerts).toBeEnabled());
  await waitFor(() => expect(alerts).toHaveFocus());
  await user.click(alerts);
  await waitFor(() => expect(alerts).not.toBeChecked());
  expect(devices).toEqual([]);
});

it("says where to allow it after a no", async () => {
  const { added } = servePush();
  fakePush({ answer: "denied" });
  const { user } = renderPart(<PushAlerts truckId={DEVICE.truckId} />);
  const alerts = await screen.findByRole("switch", { name: LABEL });
  await waitFor(() => expect(alerts).toBeEnabled());
  await user.click(alerts);
  expect(await screen.findByText(/^Notifications from this site are blocked/)).toBeVisible();
  expect(alerts).not.toBeChecked();
  expect(added).toEqual([]);
});

it("is off once the browser has forgotten the permission", async () => {
  servePush([DEVICE]);
  fakePush({ subscription: SUBSCRIPTION });
  renderPart(<PushAlerts truckId={DEVICE.truckId} />);
  const alerts = await screen.findByRole("switch", { name: LABEL });
  await waitFor(() => expect(alerts).toBeEnabled());
  expect(alerts).not.toBeChecked();
});

it("shows the server's reason when it cannot be switched on", async () => {
  servePush();
  fakePush({ subscription: SUBSCRIPTION });
  const error = "Too many devices are told already. Please remove one first.";
  server.use(http.post("*/api/push/devices", () => HttpResponse.json({ error }, { status: 409 })));
  const { user } = renderPart(<PushAlerts truckId={DEVICE.truckId} />);
  const alerts = await screen.findByRole("switch", { name: LABEL });
  await waitFor(() => expect(alerts).toBeEnabled());
  await user.click(alerts);
  expect(await screen.findByText(error)).toBeVisible();
  expect(alerts).not.toBeChecked();
});

it("explains why it cannot be had in this browser", async () => {
  servePush();
  renderPart(<PushAlerts truckId={DEVICE.truckId} />);
  const alerts = await screen.findByRole("switch", { name: LABEL });
  expect(alerts).toBeDisabled();
  expect(alerts).toHaveAccessibleDescription("This browser cannot show notifications.");
});

it("can be asked again when it is not known whether the device is told", async () => {
  servePush([DEVICE]);
  fakePush({ permission: "granted" });
  let isDown = true;
  server.use(
    http.get("*/api/push/devices", () =>
      isDown ? HttpResponse.json({ error: "Busy" }, { status: 503 }) : HttpResponse.json([DEVICE]),
    ),
  );
  const { user } = renderPart(<PushAlerts truckId={DEVICE.truckId} />);
  const notice = await screen.findByText(/^We could not check/);
  isDown = false;
  await user.click(within(notice).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("switch", { name: LABEL })).toBeChecked());
});

it("is not offered where the server cannot push", async () => {
  const asked = recordCalls("get", "*/api/config", keyOf, () => HttpResponse.json(CONFIG));
  fakePush();
  renderPart(<PushAlerts truckId={DEVICE.truckId} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("switch", { name: LABEL })).not.toBeInTheDocument();
});

it("the profile lists the own devices, each to be removed", async () => {
  const other = { ...DEVICE, _id: "e".repeat(24), name: "Safari, iPad", isCurrent: false };
  const { devices } = servePush([DEVICE, other]);
  const { user } = renderPart(<OwnDevices />);
  const list = await screen.findByRole("list", { name: "Devices that get new-order alerts" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  await user.click(
    screen.getByRole("button", { name: `Remove Safari, iPad, ${DEVICE.truckName}` }),
  );
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
  expect(devices).toEqual([DEVICE]);
  await waitFor(() => expect(screen.getByRole("heading", { level: 2 })).toHaveFocus());
});
