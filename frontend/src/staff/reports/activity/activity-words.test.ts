import { afterEach, expect, it } from "vitest";
import type { ActivityEvent } from "@/domain/api/staff-types";
import { speak } from "@/test/speak";
import {
  actionLabel,
  changeLabel,
  detailLabel,
  kinds,
  roleLabel,
  subjectLabel,
  toldDetails,
} from "./activity-words";

const ZONE = "America/Los_Angeles";

afterEach(() => speak("en"));

const CASES = [
  ["en", "yes → no", "nothing → Tacos"],
  ["es", "sí → no", "nada → Tacos"],
] as const;

it.each(CASES)("the values of a change are words of the language (%s)", (language, flag, name) => {
  speak(language);
  expect(changeLabel({ name: "isActive", before: true, after: false }, ZONE)).toBe(flag);
  expect(changeLabel({ name: "name", before: "", after: "Tacos" }, ZONE)).toBe(name);
});

it.each([
  ["en", ["Price", "Sold out until", "Preparation time in minutes"], "superadmin"],
  ["es", ["Precio", "Agotado hasta", "Minutos de preparación"], "superadministrador"],
] as const)("fields and roles are words of the language (%s)", (language, fields, role) => {
  speak(language);
  const names = ["price", "sold_out_until", "leadMinutes"];
  expect(names.map((name) => detailLabel({ name, after: "" }, "menu_item.changed"))).toEqual(
    fields,
  );
  expect(roleLabel({ _id: null, name: "Sol", role: "superadmin" })).toBe(role);
});

it.each([
  ["en", "Stop added", "Weekly stops"],
  ["es", "Parada agregada", "Paradas semanales"],
] as const)("what happens to places and stops has its words (%s)", (language, action, kind) => {
  speak(language);
  expect(actionLabel("stop.created")).toBe(action);
  expect(kinds().series).toBe(kind);
  const details = [{ name: "place", after: "Pier 5" }];
  expect(subjectLabel({ details, subjectKind: "stop" } as ActivityEvent)).toBe("Pier 5");
});

it.each([
  ["en", "Card reader registered", "Cash taken instead of a card"],
  ["es", "Lector de tarjetas registrado", "Efectivo en lugar de tarjeta"],
] as const)("what happens to card readers has its words (%s)", (language, registered, cash) => {
  speak(language);
  expect(actionLabel("reader.registered")).toBe(registered);
  expect(actionLabel("counter_payment.cash")).toBe(cash);
});

it.each([
  ["en", "Counts changed", "Menu items per slot"],
  ["es", "Existencias cambiadas", "Platillos por turno"],
] as const)("counts are told by the names of what is counted (%s)", (language, action, field) => {
  speak(language);
  const details = [{ name: "Place to Place: Extra Queso", before: null, after: 40 }];
  const event = { action: "stock.changed", subjectKind: "stop", details } as ActivityEvent;
  expect(actionLabel(event.action)).toBe(action);
  expect(subjectLabel(event)).toBe("");
  expect(toldDetails(event)).toEqual(details);
  expect(details.map((detail) => detailLabel(detail, event.action))).toEqual([
    "Place to Place: Extra Queso",
  ]);
  expect(detailLabel({ name: "slotCapacity", after: 12 }, "stop.changed")).toBe(field);
});

it.each([
  ["en", "Change of plan started", "Changes of plan", "closes early", "Minutes late"],
  ["es", "Cambio de plan iniciado", "Cambios de plan", "cierra temprano", "Minutos de retraso"],
] as const)("changes of plan have their words (%s)", (language, action, kind, early, field) => {
  speak(language);
  expect(actionLabel("disruption.started")).toBe(action);
  expect(kinds().disruption).toBe(kind);
  expect(changeLabel({ name: "kind", after: "ends_early" }, ZONE)).toBe(early);
  expect(detailLabel({ name: "delayMinutes", after: 20 }, "disruption.started")).toBe(field);
});

it.each([
  ["en", "pending → confirmed", "Once per phone number", "reviewed"],
  ["es", "pendiente → confirmada", "Una vez por número de teléfono", "revisado"],
] as const)(
  "codes and fields of offers have their words (%s)",
  (language, change, field, decision) => {
    speak(language);
    const status = { name: "status", before: "pending", after: "confirmed" };
    expect(changeLabel(status, ZONE)).toBe(change);
    expect(changeLabel({ name: "decision", after: "looked_at" }, ZONE)).toBe(decision);
    expect(detailLabel({ name: "oncePerPhone", after: true }, "offer.created")).toBe(field);
  },
);
