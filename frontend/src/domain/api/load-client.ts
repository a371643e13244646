import { ApiError } from "./errors";

/** The API's client, loaded with the first call: a page that came with its content makes none. */
export async function loadClient(): Promise<typeof import("./client")> {
  try {
    return await import("./client");
  } catch {
    throw ApiError.unreachable();
  }
}
