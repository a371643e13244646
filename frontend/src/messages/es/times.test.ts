import { expect, it } from "vitest";
import { orders } from "./staff/orders/orders";
import { ordersKitchen } from "./staff/orders/orders-kitchen";
import { trucksAvailability } from "./staff/trucks/trucks-availability";
import { trucksForm } from "./staff/trucks/trucks-form";
import { offline } from "./storefront/offline";
import { ticket } from "./storefront/ticket";
import { tracking } from "./storefront/tracking";

const SENTENCES: Record<string, (time: string) => string> = {
  "Sin conexión desde TIME": (timezone) => tracking.connectionLostSince({ timezone }),
  "para TIME": (when) => ordersKitchen.due({ when }),
  "lista a TIME": (estimate) => ticket.readyBy({ estimate }),
  "hasta TIME": (until) => trucksAvailability.until({ until }),
};

it.each(Object.entries(SENTENCES))("one o'clock has an article of its own: %s", (words, say) => {
  expect(say("1:05 p.m.")).toBe(words.replace("TIME", "la 1:05 p.m."));
  expect(say("11:05 a.m.")).toBe(words.replace("TIME", "las 11:05 a.m."));
});

it("an estimate that is no time of day is said as it is", () => {
  expect(ticket.readyBy({ estimate: "en 20 minutos" })).toBe("lista: en 20 minutos");
});

it("an order of another day is due on that day", () => {
  expect(ordersKitchen.due({ when: "mié 1:05 p.m." })).toBe("para el mié 1:05 p.m.");
});

it("a sentence that ends with a time has one period", () => {
  expect(orders.connectionLostSinceNewOrders({ zone: "1:05 p.m." })).toBe(
    "Sin conexión desde la 1:05 p.m. Puede que no aparezcan órdenes nuevas; se sigue intentando.",
  );
  expect(trucksForm.pickupTimesAreOnThese({ zone: "1:05 p.m." })).toBe(
    "Las horas para recoger van con este reloj; ahí es la 1:05 p.m.",
  );
  expect(trucksForm.pickupTimesAreOnThese({ zone: "6:00 p.m." })).toBe(
    "Las horas para recoger van con este reloj; ahí son las 6:00 p.m.",
  );
  const { menuLastSeenPricesAnd } = offline;
  expect(menuLastSeenPricesAnd({ time: "3 nov, 6:00 p.m." })).toBe(
    "Menú visto por última vez el 3 nov, 6:00 p.m. Los precios y lo agotado pueden haber cambiado.",
  );
});
