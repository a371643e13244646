/**
 * The two calls of the developer tools. They go past the shared client on purpose: a tool that shows
 * what the API answers must not smooth the answer over, nor lend it the signed-in user's token.
 */

import { apiBaseUrl } from "@/domain/api/transport/base-url";
import { messages as m } from "@/messages";

export function lookUpTruck(slug: string): Promise<unknown> {
  return ask(`/trucks/by-slug/${encodeURIComponent(slug)}`, "API Error");
}

export function lookUpMenu(truckId: string): Promise<unknown> {
  return ask(`/menu-items/public/${encodeURIComponent(truckId)}`, "Menu API Error");
}

/** The id of the truck with this slug, for a menu lookup. */
export async function lookUpTruckId(slug: string): Promise<string> {
  const truck = await lookUpTruck(slug).catch((error: unknown) => {
    throw new Error(`Failed to get truck data: ${lookupMessage(error)}`);
  });
  const id = fieldOf(truck, "_id");
  if (!id) throw new Error("Could not get truck ID for testing");
  return id;
}

/** The sentence to show for a failed lookup. */
export function lookupMessage(error: unknown): string {
  return error instanceof Error ? error.message : "Unknown error occurred";
}

async function ask(path: string, failure: string): Promise<unknown> {
  const response = await fetchJson(path);
  const text = await response.text();
  if (!response.ok) throw new Error(`${failure}: ${response.status} - ${reasonIn(text)}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Failed to parse JSON: ${lookupMessage(error)}`);
  }
}

async function fetchJson(path: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    return await fetch(`${apiBaseUrl()}${path}`, { headers });
  } catch (error) {
    // The browser's own words for a dead server ("Failed to fetch") tell a developer nothing.
    throw error instanceof TypeError ? new Error(m.failures.noConnection) : error;
  }
}

/** The error field of a refusal, or its raw body. */
function reasonIn(text: string): string {
  try {
    return fieldOf(JSON.parse(text), "error") ?? text;
  } catch {
    return text;
  }
}

function fieldOf(value: unknown, key: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const field = (value as Record<string, unknown>)[key];
  return typeof field === "string" && field !== "" ? field : null;
}
