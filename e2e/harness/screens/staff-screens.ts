/** The screens of the staff area: their addresses, and what is there once each has loaded. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { MenuItem } from "../product/menu-items.ts";
import { getMenuItem, PLAIN_ITEM } from "../product/menu-items.ts";
import { type OwnOrder, placeOrder } from "../product/orders.ts";
import type { OwnTruck } from "../product/product.ts";

/** What the screens show. */
export interface StaffData {
  truck: OwnTruck;
  order: OwnOrder;
  item: MenuItem;
}

export interface StaffScreen {
  name: string;
  isForSuperadmins?: true;
  path: (data: StaffData) => string;
  content: (page: Page, data: StaffData) => Locator;
}

/** A truck with an order by Rosa Parker, of which a dollar was refunded. */
export async function createStaffData(truck: OwnTruck): Promise<StaffData> {
  const order = await placeOrder(truck, { refunds: [{ amount: 1 }] });
  return { truck, order, item: await getMenuItem(truck, PLAIN_ITEM) };
}

export const STAFF_SCREENS: readonly StaffScreen[] = [
  {
    name: "dashboard",
    path: () => "/admin/dashboard",
    content: (page, { item }) => page.getByRole("link", { name: `Edit ${item.name}` }),
  },
  {
    name: "orders",
    path: () => "/admin/orders",
    content: (page) => page.getByRole("article", { name: /^Order #/ }),
  },
  {
    name: "order",
    path: ({ order }) => `/admin/orders/${order._id}`,
    content: (page) => page.getByText("Rosa Parker").first(),
  },
  {
    name: "ticket",
    path: ({ order }) => `/admin/orders/${order._id}/print?what=ticket&paper=80`,
    content: (page) => page.getByRole("article"),
  },
  {
    name: "receipt",
    path: ({ order }) => `/admin/orders/${order._id}/print?what=receipt&paper=80`,
    content: (page) => page.getByRole("article"),
  },
  {
    name: "counter",
    path: () => "/admin/orders/new",
    content: (page, { item }) => page.getByRole("button", { name: new RegExp(`^${item.name}`) }),
  },
  {
    name: "kitchen",
    path: () => "/admin/kitchen",
    content: (page) => page.getByRole("article", { name: /^Order #/ }),
  },
  {
    name: "menu",
    path: () => "/admin/menu",
    content: (page, { item }) => page.getByRole("row").filter({ hasText: item.name }),
  },
  {
    name: "new menu item",
    path: () => "/admin/menu/new",
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "menu item",
    path: ({ item }) => `/admin/menu/edit/${item._id}`,
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "option sets",
    path: () => "/admin/menu/sets",
    content: (page) => page.getByRole("button", { name: "Add option set" }),
  },
  {
    name: "schedule",
    path: () => "/admin/schedule",
    content: (page) => page.getByRole("button", { name: "Places" }),
  },
  {
    name: "customers",
    path: () => "/admin/customers",
    content: (page) => page.getByRole("link", { name: "Rosa Parker" }),
  },
  {
    name: "customer",
    path: ({ order, truck }) => `/admin/customers/${order.customerId}?truck=${truck.id}`,
    content: (page) => page.getByRole("heading", { level: 1, name: "Rosa Parker" }),
  },
  {
    name: "our truck",
    path: () => "/admin/our-truck",
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "devices",
    path: () => "/admin/devices",
    content: (page) => page.getByRole("heading", { level: 2, name: "Card readers" }),
  },
  {
    name: "share",
    path: () => "/admin/share",
    content: (page) => page.getByRole("heading", { level: 2, name: "Your address" }),
  },
  {
    name: "analytics",
    path: () => "/admin/analytics",
    content: (page) => page.getByRole("table", { name: "Top items" }),
  },
  {
    name: "analytics by stop",
    path: () => "/admin/analytics?view=stops",
    content: (page) => page.getByRole("heading", { name: "Lost demand", exact: true }),
  },
  {
    name: "profile",
    path: () => "/admin/profile",
    content: (page) => page.getByRole("heading", { level: 1, name: "Your profile" }),
  },
  {
    name: "offers",
    path: () => "/admin/offers",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "drawer",
    path: () => "/admin/drawer",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "closed days",
    path: () => "/admin/closes",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "books",
    path: () => "/admin/books",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "taxes",
    path: () => "/admin/taxes",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "poster",
    path: () => "/admin/poster",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "trucks",
    isForSuperadmins: true,
    path: ({ truck }) => `/admin/trucks?q=${encodeURIComponent(truck.name)}`,
    content: (page, { truck }) => page.getByRole("link", { name: `Edit ${truck.name}` }),
  },
  {
    name: "new truck",
    isForSuperadmins: true,
    path: () => "/admin/trucks/new",
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "truck",
    isForSuperadmins: true,
    path: ({ truck }) => `/admin/trucks/edit/${truck.id}`,
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "truck's checklist",
    isForSuperadmins: true,
    path: ({ truck }) => `/admin/trucks/${truck.id}`,
    content: (page) => page.getByRole("region", { name: "Checklist" }).getByRole("list"),
  },
  {
    name: "ledger",
    isForSuperadmins: true,
    path: () => "/admin/ledger",
    content: (page) => page.getByRole("heading", { name: "By order" }),
  },
  {
    name: "disputes",
    isForSuperadmins: true,
    path: () => "/admin/disputes",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "held payments",
    isForSuperadmins: true,
    path: () => "/admin/held-payments",
    content: (page) => page.getByRole("heading", { level: 1 }),
  },
  {
    name: "staff",
    isForSuperadmins: true,
    path: () => "/admin/users",
    content: (page) => page.getByRole("row").filter({ hasText: "Marisol Vega" }),
  },
  {
    name: "activity",
    isForSuperadmins: true,
    path: ({ truck }) => `/admin/audit?truck=${truck.id}`,
    content: (page) => page.getByText("Item added").first(),
  },
];

export async function openScreen(page: Page, screen: StaffScreen, data: StaffData): Promise<void> {
  await page.goto(screen.path(data));
  await expect(screen.content(page, data)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
}
