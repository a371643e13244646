/**
 * Web APIs that the server's engine lacks and that libraries name while they load. Drawing a page uses none of them: a
 * page that did would fail, and the browser would draw it. Imported before everything else.
 */
class Missing {}

for (const name of ["URL", "Request"])
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: Missing });
