import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { server } from "@/test/server";
import {
  answer,
  dialog,
  type Opened,
  press,
  pressing,
  question,
  words,
} from "@/test/staff/opened/opened";
import { MARISOL, TRUCK } from "@/test/staff/staff-backend";
import { serveOpenOrders } from "@/test/staff/trucks-backend";

export const PLATFORM_SCREENS: Opened[] = [
  {
    name: "a truck with mistakes",
    path: "/admin/trucks/new",
    open: async (user) => {
      await press(user, "Save");
    },
    shown: words("Enter the truck's name"),
  },
  {
    name: "the question before the opened truck is deleted",
    arrange: serveOpenOrders,
    path: `/admin/trucks/edit/${TRUCK._id}`,
    open: pressing(/^Delete/),
    shown: question,
  },
  {
    name: "the question before a truck is deleted",
    arrange: serveOpenOrders,
    path: "/admin/trucks",
    open: pressing(`Delete ${TRUCK.name}`),
    shown: question,
  },
  {
    name: "a failure at its place and as a notice",
    arrange: serveOpenOrders,
    path: "/admin/trucks",
    open: async (user) => {
      server.use(http.patch("*/api/trucks/:id/toggle-active", () => HttpResponse.error()));
      await press(user, `Deactivate ${TRUCK.name}`);
      await answer(user, "Deactivate", "alertdialog");
    },
    shown: words("Failed to update truck status"),
  },
  {
    name: "a new staff account with mistakes",
    path: "/admin/users",
    open: async (user) => {
      await press(user, "Add staff");
      await answer(user, "Add to staff");
    },
    shown: dialog("Add staff"),
  },
  {
    name: "a staff account",
    path: "/admin/users",
    open: pressing(`Edit ${MARISOL.name}`),
    shown: dialog(`Edit ${MARISOL.name}`),
  },
  {
    name: "the question before an account is disabled",
    path: "/admin/users",
    open: async (user) => {
      await press(user, `Edit ${MARISOL.name}`);
      await answer(user, "Disable account");
    },
    shown: question,
  },
  {
    name: "the decision about a held payment",
    path: "/admin/held-payments",
    open: pressing(/^Refund/),
    shown: question,
  },
  {
    name: "the details of an activity",
    path: "/admin/audit",
    open: async (user) => user.click(await screen.findByText("Price changed")),
    shown: words("192.0.2.0/24"),
  },
  {
    name: "a profile with mistakes",
    path: "/admin/profile",
    open: pressing("Save email and password"),
    shown: words("Change your email or enter a new password first."),
  },
  {
    name: "a screen that did not load",
    path: "/admin/users",
    open: async () => {
      server.use(http.get("*/api/users", () => HttpResponse.error()));
    },
    shown: words("Failed to load staff"),
  },
];
