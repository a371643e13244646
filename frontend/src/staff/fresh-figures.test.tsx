import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";

// An order that is cancelled, or a truck that gets another name, shows on these at the next visit.
it.each([
  ["Customers", "/customers"],
  ["Staff", "/users"],
])("%s is read again at each visit, however soon it comes", async (place, path) => {
  let reads = 0;
  server.use(
    http.get("*/api/users", () => {
      reads += path === "/users" ? 1 : 0;
      return HttpResponse.json([]);
    }),
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/customers", () => {
      reads += path === "/customers" ? 1 : 0;
      return HttpResponse.json({ customers: [], total: 0, nextCursor: null });
    }),
  );
  signInAs("superadmin");
  const { user, client } = renderApp("/admin/profile");
  client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
  const [link] = await screen.findAllByRole("link", { name: place });
  if (!link) throw new Error("no such place");
  await user.click(link);
  await waitFor(() => expect(reads).toBe(1));
  await screen.findByRole("heading", { level: 1, name: place });
  await user.click(screen.getByRole("link", { name: /your profile/ }));
  await screen.findByRole("heading", { level: 1, name: "Your profile" });
  await user.click(link);
  await waitFor(() => expect(reads).toBe(2));
});
