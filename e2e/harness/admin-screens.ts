import type { Locator, Page } from "@playwright/test";
import { asOwner, newDish, newTruck, onlyDish, type Truck } from "./arrange.ts";
import type { Product } from "./product.ts";
import { placeOrder } from "./quick-order.ts";
import type { Sandbox } from "./sandbox.ts";

/** What the screens need to have something to show. */
export interface Stage {
  truck: Truck;
  dishId: string;
  customerId: string;
}

export interface AdminScreen {
  name: string;
  isSuperadmins?: boolean;
  path: (stage: Stage) => string;
  /** The call of the API that the screen lives on. */
  call: (stage: Stage) => string;
  loading: string;
  failed: string;
  /** There once it has loaded. */
  content: (page: Page, stage: Stage) => Locator;
}

export const ADMIN_SCREENS: AdminScreen[] = [
  {
    name: "dashboard",
    path: () => "/admin/dashboard",
    call: ({ truck }) => `menu-items/truck/${truck._id}`,
    loading: "Loading menu items...",
    failed: "Failed to load menu items",
    content: (page) => page.getByRole("link", { name: "Edit Skillet Hash" }),
  },
  {
    name: "orders",
    path: () => "/admin/orders",
    call: () => "orders?*",
    loading: "Loading orders...",
    failed: "Failed to load orders",
    content: (page) => page.getByRole("article", { name: /^Order #/ }),
  },
  {
    name: "menu",
    path: () => "/admin/menu",
    call: ({ truck }) => `menu-items/truck/${truck._id}`,
    loading: "Loading menu items...",
    failed: "Failed to load menu items",
    content: (page) => page.getByRole("row").filter({ hasText: "Skillet Hash" }),
  },
  {
    name: "new menu item",
    path: () => "/admin/menu/new",
    call: () => "trucks",
    loading: "Loading trucks...",
    failed: "Failed to load trucks",
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "menu item",
    path: ({ dishId }) => `/admin/menu/edit/${dishId}`,
    call: ({ dishId }) => `menu-items/${dishId}`,
    loading: "Loading the dish...",
    failed: "Failed to load menu item",
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "customers",
    path: () => "/admin/customers",
    call: () => "customers?*",
    loading: "Loading customers...",
    failed: "Failed to load customers",
    content: (page) => page.getByRole("link", { name: "Rosa Parker" }),
  },
  {
    name: "customer",
    path: ({ customerId, truck }) => `/admin/customers/${customerId}?truck=${truck._id}`,
    call: ({ customerId, truck }) => `customers/${customerId}?truckId=${truck._id}`,
    loading: "Loading customer...",
    failed: "Failed to load customer",
    content: (page) => page.getByRole("heading", { level: 1, name: "Rosa Parker" }),
  },
  {
    name: "analytics",
    path: () => "/admin/analytics",
    call: () => "analytics?*",
    loading: "Loading analytics...",
    failed: "Failed to load analytics",
    content: (page) => page.getByRole("table", { name: "Top items" }),
  },
  {
    name: "trucks",
    isSuperadmins: true,
    path: ({ truck }) => `/admin/trucks?q=${encodeURIComponent(truck.name)}`,
    call: () => "trucks",
    loading: "Loading food trucks...",
    failed: "Failed to load trucks",
    content: (page, { truck }) => page.getByRole("link", { name: `Edit ${truck.name}` }),
  },
  {
    name: "truck",
    isSuperadmins: true,
    path: ({ truck }) => `/admin/trucks/edit/${truck._id}`,
    call: ({ truck }) => `trucks/${truck._id}`,
    loading: "Loading the truck...",
    failed: "Failed to load truck",
    content: (page) => page.getByRole("button", { name: "Save" }),
  },
  {
    name: "staff",
    isSuperadmins: true,
    path: () => "/admin/users",
    call: () => "users",
    loading: "Loading staff...",
    failed: "Failed to load staff",
    content: (page) => page.getByRole("row").filter({ hasText: "Marisol Vega" }),
  },
  {
    name: "activity",
    isSuperadmins: true,
    path: ({ truck }) => `/admin/audit?truck=${truck._id}`,
    call: () => "audit?*",
    loading: "Loading activity...",
    failed: "Failed to load activity",
    content: (page) => page.getByText("Item added"),
  },
  {
    name: "profile",
    path: () => "/admin/profile",
    call: () => "auth/verify",
    loading: "Loading...",
    failed: "We could not check your sign-in",
    content: (page) => page.getByRole("heading", { level: 1, name: "Your profile" }),
  },
];

/** A truck with a dish, and a customer who has ordered it. */
export async function setStage(product: Product, sandbox: Sandbox, phone: string): Promise<Stage> {
  const truck = await newTruck(product);
  await newDish(product, truck, { name: "Skillet Hash", basePrice: 9.5 });
  await placeOrder(product, sandbox, { slug: truck.slug, dish: "Skillet Hash", phone });
  const { _id: dishId } = await onlyDish(product, truck);
  const { customers } = await asOwner<{ customers: { _id: string }[] }>(product, [
    "GET",
    `/customers?truckId=${truck._id}`,
  ]);
  const [customer] = customers;
  if (!customer) throw new Error("The order has made no customer.");
  return { truck, dishId, customerId: customer._id };
}
