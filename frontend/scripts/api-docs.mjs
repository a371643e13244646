// Puts the reader of the API's description beside the built screens, so that /api/docs works without a network.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const reader = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const target = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "api-docs");

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Chuckwagon API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api-docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reader"></div>
    <script src="/api-docs/swagger-ui-bundle.js"></script>
    <script src="/api-docs/start.js"></script>
  </body>
</html>
`;
const start = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#reader", validatorUrl: null });\n`;

await mkdir(target, { recursive: true });
for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
  await copyFile(join(reader, file), join(target, file));
}
await writeFile(join(target, "index.html"), page);
await writeFile(join(target, "start.js"), start);
