import * as streams from "node:stream/web";

// A test file runs in a VM context, where the window of jsdom has no streams and Node's are hidden.
const { default: _, ...globals } = { default: undefined, ...streams };
Object.assign(globalThis, globals);

// `fetch` is Node's own, so its errors do not inherit from the context's `Error`; their names tell.
for (const kind of [Error, TypeError]) {
  Object.defineProperty(kind, Symbol.hasInstance, {
    value(this: unknown, thrown: unknown) {
      const inherits = Function.prototype[Symbol.hasInstance].call(this, thrown);
      return inherits || (this === kind && namesOf(thrown).includes(kind.name));
    },
  });
}

function namesOf(thrown: unknown): string[] {
  if (typeof thrown !== "object" || thrown === null) return [];
  const parent: unknown = Object.getPrototypeOf(thrown);
  return [thrown.constructor?.name ?? "", ...namesOf(parent)];
}
