import "fake-indexeddb/auto";
import { webcrypto } from "node:crypto";

/** A browser that can keep orders, which jsdom is not: it has neither a database nor cryptography. */
Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
