import { expect, it } from "vitest";
import { paying } from "./en/checkout";
import { checkout, paying as spanishPaying } from "./es/checkout";
import { offline } from "./es/later";
import { orders } from "./es/orders";
import { service } from "./es/service";
import { trucks } from "./es/trucks";

const { receipt, tracking } = checkout;
const { kitchen } = orders;

const SENTENCES: Record<string, (time: string) => string> = {
  "Sin conexión desde TIME": (time) => tracking.connection.lostSince({ time }),
  "para TIME": (when) => kitchen.age.due({ when }),
  "Lo antes posible (más o menos a TIME)": (time) => checkout.pickup.asapAbout({ time }),
  "Lista a TIME": (estimate) => receipt.readyBy({ estimate }),
  "Termina a TIME": (time) => service.service.pause.endsAt({ time }),
};

it.each(Object.entries(SENTENCES))("one o'clock has an article of its own: %s", (words, say) => {
  expect(say("1:05 p.m.")).toBe(words.replace("TIME", "la 1:05 p.m."));
  expect(say("11:05 a.m.")).toBe(words.replace("TIME", "las 11:05 a.m."));
});

it("an estimate that is no time of day is said as it is", () => {
  expect(receipt.readyBy({ estimate: "en 20 minutos" })).toBe("Lista: en 20 minutos");
});

it("an order of another day is due on that day", () => {
  expect(kitchen.age.due({ when: "mié 1:05 p.m." })).toBe("para el mié 1:05 p.m.");
});

it("a sentence that ends with a time has one period", () => {
  expect(orders.orders.live.lost({ time: "1:05 p.m." })).toBe(
    "Sin conexión desde la 1:05 p.m. Puede que no aparezcan órdenes nuevas; se sigue intentando.",
  );
  expect(trucks.truckForm.contact.zoneHint({ time: "1:05 p.m." })).toBe(
    "Las horas para recoger van con este reloj; ahí es la 1:05 p.m.",
  );
  expect(trucks.truckForm.contact.zoneHint({ time: "6:00 p.m." })).toBe(
    "Las horas para recoger van con este reloj; ahí son las 6:00 p.m.",
  );
  expect(offline.offline.menuSeen({ time: "3 nov, 6:00 p.m." })).toBe(
    "Menú visto por última vez el 3 nov, 6:00 p.m. Los precios y lo agotado pueden haber cambiado.",
  );
});

it("names a discount by its code, and has words for one without", () => {
  expect(paying.offer.discount({ code: "TACO10" })).toBe("Offer TACO10");
  expect(paying.offer.discount({ code: null })).toBe("Offer discount");
  expect(paying.offer.discount({})).toBe("Offer discount");
  expect(spanishPaying.offer.discount({ code: "TACO10" })).toBe("Oferta TACO10");
  expect(spanishPaying.offer.discount({ code: null })).toBe("Descuento de oferta");
});
