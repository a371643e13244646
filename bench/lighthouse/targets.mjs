// What each screen has to reach on the mobile profile. Scores are of 100, times in milliseconds.
const FOUND = { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 };
const CHECKOUT = { performance: 80, accessibility: 100, "best-practices": 100 };
const STAFF = { performance: 98, accessibility: 100, "best-practices": 100 };

export const TARGETS = [
  { name: "/", path: "/", scores: FOUND, lcp: 1500, cls: 0 },
  { name: "/{slug}", path: "/spicy-burritos", scores: FOUND, lcp: 1500, cls: 0 },
  { name: "checkout", path: "/spicy-burritos/checkout", scores: CHECKOUT, lcp: 2500, cls: 0.02, cart: true },
  { name: "admin orders", path: "/admin/orders", scores: STAFF, lcp: 2500, cls: 0.02, staff: true },
];
