import { vi } from "vitest";

/** A browser that blocks cookies: getting a storage throws, before anything of it is called. It ends with the test. */
export function forbidStorage(): void {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    vi.spyOn(window, name, "get").mockImplementation(() => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    });
  }
}
