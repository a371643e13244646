import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server } from "@/test/server";
import {
  fill,
  openNew,
  openTruck,
  save,
  storeTrucks,
  TAKEN,
  TRUCK,
} from "@/test/staff/truck-form-harness";
import "./truck-form-page";

it("adds a draft, its address made from its name, and opens its checklist", async () => {
  const { user } = await openNew();
  const calls = storeTrucks();
  await user.type(screen.getByLabelText("Name"), "Noodle Bar");
  await waitFor(() => expect(screen.getByLabelText("Web address")).toHaveValue("noodle-bar-2"));
  expect(await screen.findByText(/^Free: .*\/noodle-bar-2$/)).toBeInTheDocument();
  await user.type(screen.getByLabelText("Cuisine"), "Thai{Enter}Vegan,Soup");
  await user.type(screen.getByLabelText("City"), "Austin");
  await user.click(screen.getByRole("radio", { name: "Teal" }));
  await fill(user, "Tax rate", "8.25");
  await fill(user, "Platform fee", "2.5");
  await save(user);
  expect(await screen.findByText("Noodle Bar added")).toBeInTheDocument();
  expect(calls).toEqual([
    {
      method: "POST",
      path: "/trucks",
      key: expect.stringMatching(/^.{16,}$/),
      body: {
        name: "Noodle Bar",
        slug: "noodle-bar-2",
        isActive: false,
        isDraft: true,
        shortDescription: "",
        description: "",
        cuisine: ["Thai", "Vegan", "Soup"],
        location: { city: "Austin", state: "" },
        phone: "",
        email: "",
        owner: { name: "", email: "" },
        imageUrl: null,
        bannerImage: null,
        accentHue: 210,
        timezone: "America/Los_Angeles",
        taxRate: 8.25,
        applicationFeeBps: 250,
      },
    },
  ]);
  expect(screen.getByLabelText("Address")).toHaveTextContent(`/admin/trucks/${TRUCK._id}`);
});

it("asks for the tax of a new truck, and unfolds the rest where there is a mistake", async () => {
  const { user } = await openNew();
  const calls = storeTrucks();
  const more = screen.getByText(/^More:/).closest("details");
  expect(more).not.toHaveAttribute("open");
  expect(screen.queryByRole("switch", { name: "Active" })).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("Name"), "Noodle Bar");
  await save(user);
  await waitFor(() => expect(screen.getByLabelText("Tax rate")).toHaveFocus());
  expect(more).not.toHaveAttribute("open");
  await user.type(screen.getByLabelText("Tax rate"), "0");
  await fill(user, "Owner's email", "no-address");
  await save(user);
  await waitFor(() => expect(screen.getByLabelText("Owner's email")).toHaveFocus());
  expect(more).toHaveAttribute("open");
  expect(calls).toEqual([]);
});

it("takes a typed tag in once the press that left its field has ended", async () => {
  const { user } = await openNew();
  const field = screen.getByLabelText("Cuisine");
  const tags = () => screen.queryByRole("list", { name: "Cuisine tags" });
  await user.type(field, "Thai");
  await user.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("radio", { name: "Teal" }) });
  expect(field).not.toHaveFocus();
  expect(tags()).not.toBeInTheDocument();
  await user.pointer({ keys: "[/MouseLeft]" });
  expect(tags()).toHaveTextContent("Thai");
  await user.type(field, "Vegan");
  await user.tab();
  expect(tags()).toHaveTextContent("ThaiVegan");
});

it("leaves an address alone once it is written by hand, until it is emptied", async () => {
  const { user } = await openNew();
  await user.type(screen.getByLabelText("Web address"), "My Own_Place");
  await user.tab();
  expect(screen.getByLabelText("Web address")).toHaveValue("my-own-place");
  await user.type(screen.getByLabelText("Name"), "Noodle Bar");
  expect(await screen.findByText(/^Free: .*\/my-own-place$/)).toBeInTheDocument();
  expect(screen.getByLabelText("Web address")).toHaveValue("my-own-place");
  await user.clear(screen.getByLabelText("Web address"));
  await waitFor(() => expect(screen.getByLabelText("Web address")).toHaveValue("noodle-bar-2"));
});

it("says while typing that an address is taken, and what to do", async () => {
  const { user } = await openNew();
  await user.type(screen.getByLabelText("Web address"), "taken");
  expect(await screen.findByText("Checking whether it is free…")).toBeInTheDocument();
  expect(await screen.findByRole("alert")).toHaveTextContent(TAKEN);
  expect(screen.getByLabelText("Web address")).toBeInvalid();
});

it("says so when the address could not be checked", async () => {
  const { user } = await openNew();
  server.use(http.get("*/api/trucks/slug-check", () => HttpResponse.error()));
  await user.type(screen.getByLabelText("Web address"), "noodles");
  expect(await screen.findByText(/^We could not check whether it is free/)).toBeInTheDocument();
});

it("opens a truck with all there is to it, and sends the version it was made from", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  expect(screen.getByLabelText("Platform fee")).toHaveValue("1.5");
  expect(screen.getByLabelText("Owner")).toHaveValue("Rosa Vega");
  expect(screen.getByLabelText("Time zone")).toHaveValue("Pacific Time, Los Angeles");
  expect(screen.getByRole("radio", { name: "Automatic" })).toBeChecked();
  await fill(user, "State", "WA");
  await user.click(screen.getByRole("button", { name: "Remove Mexican" }));
  await save(user);
  await screen.findByText("Spicy Burritos saved");
  expect(calls).toMatchObject([
    {
      method: "PUT",
      path: `/trucks/${TRUCK._id}`,
      body: {
        version: 5,
        location: { city: "Portland", state: "WA" },
        cuisine: [],
        accentHue: null,
      },
    },
  ]);
});

it("sends the business address with the settings", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  const business = { line1: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" };
  await fill(user, "Street and number", business.line1);
  await fill(user, "City of the business", business.city);
  await fill(user, "State of the business", business.state);
  await fill(user, "ZIP code", business.postalCode);
  await save(user);
  await screen.findByText("Spicy Burritos saved");
  expect(calls.map(({ method }) => method)).toEqual(["PUT", "PATCH"]);
  expect(calls[1]?.body).toEqual({ businessAddress: business });
});

it("takes a truck off the street with its switch", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  const active = screen.getByRole("switch", { name: "Active" });
  expect(active).toBeChecked();
  await user.click(active);
  expect(active).not.toBeChecked();
  await save(user);
  await screen.findByText("Spicy Burritos saved");
  expect(calls).toMatchObject([{ method: "PUT", body: { version: 5, isActive: false } }]);
});

it("finds a time zone by a part of its name", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  await fill(user, "Time zone", "new york");
  await user.click(await screen.findByRole("option", { name: "Eastern Time, New York" }));
  expect(screen.getByLabelText("Time zone")).toHaveValue("Eastern Time, New York");
  await save(user);
  await screen.findByText("Spicy Burritos saved");
  expect(calls[0]?.body).toMatchObject({ timezone: "America/New_York" });
});

it("sends only the settings that were changed here, on the truck's clocks", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  await fill(user, "Preparation time in minutes", "30");
  await user.type(screen.getByLabelText("Paused until"), "2027-01-05T18:00");
  await save(user);
  await screen.findByText("Spicy Burritos saved");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT /trucks/${TRUCK._id}`,
    `PATCH /trucks/${TRUCK._id}/settings`,
  ]);
  expect(calls[1]?.body).toEqual({ leadMinutes: 30, pausedUntil: "2027-01-06T02:00:00.000Z" });
});

it("lets the truck confirm its orders by themselves, and keep its customers from changing them", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  const choice = screen.getByRole("switch", { name: "Customers may change their orders" });
  expect(choice).toBeChecked();
  await user.click(choice);
  const confirms = screen.getByRole("switch", { name: "Confirm orders automatically" });
  expect(confirms).not.toBeChecked();
  await user.click(confirms);
  await save(user);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject({
    path: `/trucks/${TRUCK._id}/settings`,
    body: { selfService: false, confirmsOrders: true },
  });
});

it("turns tips on with percentages of its own", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  const tips = screen.getByRole("switch", { name: "Takes tips" });
  const presets = screen.getByLabelText("Offered tips");
  expect(tips).not.toBeChecked();
  expect(presets).toHaveValue("15, 18, 20");
  await user.click(tips);
  await fill(user, "Offered tips", "10, 10, 20");
  await save(user);
  await waitFor(() => expect(presets).toBeInvalid());
  expect(presets).toHaveAccessibleDescription(/^Enter three different whole percentages/);
  expect(calls).toEqual([]);
  await fill(user, "Offered tips", "25, 10, 20");
  await save(user);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject({
    path: `/trucks/${TRUCK._id}/settings`,
    body: { takesTips: true, tipPresets: [10, 20, 25] },
  });
});

it("lets the truck open and close with its stops", async () => {
  // The list it ends on reads the stops of a truck that has some.
  server.use(http.get("*/api/stops", () => HttpResponse.json([])));
  const { user } = await openTruck();
  const calls = storeTrucks();
  const choice = screen.getByRole("combobox", { name: "Opening hours" });
  expect(choice).toHaveDisplayValue("Always");
  await user.selectOptions(choice, "At the stops of its schedule");
  await save(user);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]?.body).not.toHaveProperty("scheduleMode");
  expect(calls[1]).toMatchObject({
    path: `/trucks/${TRUCK._id}/settings`,
    body: { scheduleMode: "stops" },
  });
});

it("goes on from what was stored when the settings were refused", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  const odd = "A pause may last up to a year";
  server.use(
    http.patch("*/api/trucks/:id/settings", () =>
      HttpResponse.json(
        { error: odd, code: "invalid_input", fields: { pausedUntil: odd } },
        { status: 400 },
      ),
    ),
  );
  await fill(user, "City", "Salem");
  await user.type(screen.getByLabelText("Paused until"), "2029-01-05T18:00");
  await save(user);
  const field = screen.getByLabelText("Paused until");
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(odd)));
  expect(field).toHaveValue("2029-01-05T18:00");
  await user.click(screen.getByRole("button", { name: "End the pause" }));
  await save(user);
  await screen.findByText("Spicy Burritos saved");
  expect(calls.map(({ body }) => body.version)).toEqual([5, 6]);
});

it("sends nothing as long as a field is wrong, and goes to the first one", async () => {
  const { user } = await openTruck();
  const calls = storeTrucks();
  await fill(user, "Preparation time in minutes", "500");
  await fill(user, "Tax rate", "21");
  await fill(user, "Owner's email", "no-address");
  await fill(user, "Card image address", "http://example.com/a.jpg");
  await save(user);
  const image = screen.getByLabelText("Card image address");
  await waitFor(() => expect(image).toHaveFocus());
  expect(image).toHaveAccessibleDescription(/^Enter an address that starts with https:/);
  expect(screen.getByLabelText("Tax rate")).toBeInvalid();
  expect(screen.getByLabelText("Owner's email")).toBeInvalid();
  expect(screen.getByLabelText("Preparation time in minutes")).toBeInvalid();
  expect(calls).toEqual([]);
});

it("shows the server's sentences at their fields", async () => {
  const { user } = await openTruck();
  server.use(
    http.put("*/api/trucks/:id", () =>
      HttpResponse.json(
        { error: TAKEN, code: "slug_taken", fields: { slug: TAKEN, "owner.email": "No" } },
        { status: 409 },
      ),
    ),
  );
  await fill(user, "City", "Salem");
  await save(user);
  await waitFor(() => expect(screen.getByLabelText("Web address")).toHaveFocus());
  expect(screen.getByLabelText("Web address")).toHaveAccessibleDescription(
    expect.stringContaining(TAKEN),
  );
  expect(screen.getByLabelText("Owner's email")).toHaveAccessibleDescription("No");
});

it("says so when nothing answers, and keeps what was typed", async () => {
  const { user } = await openTruck();
  server.use(http.put("*/api/trucks/:id", () => HttpResponse.error()));
  await fill(user, "City", "Salem");
  await save(user);
  expect(await screen.findByText(/^Unable to connect to server/)).toBeInTheDocument();
  expect(screen.getByLabelText("City")).toHaveValue("Salem");
});
