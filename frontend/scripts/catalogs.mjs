// Which catalog of sentences each page needs, by the modules that it imports. A page must not read a sentence whose
// download it does not load.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import ts from "typescript";

const sources = new Map();

function sourceOf(file) {
  if (!sources.has(file)) {
    const text = readFileSync(file, "utf8");
    sources.set(file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return sources.get(file);
}

function visit(node, see) {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** The file that an import names; null for a package. */
function fileOf(from, specifier) {
  const path = specifier.startsWith("@/")
    ? join("src", specifier.slice(2))
    : normalize(join(dirname(from), specifier));
  if (!/^[@.]\/?/.test(specifier)) return null;
  const found = [".ts", ".tsx", "/index.ts"]
    .map((end) => path + end)
    .find((one) => existsSync(one));
  return found?.startsWith("src/messages/") ? null : (found ?? null);
}

/** What a module imports: at once, and when it calls `import()`. */
function importsOf(file) {
  const specifiers = { first: [], later: [] };
  visit(sourceOf(file), (node) => {
    const isImport = ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly;
    if (isImport) specifiers.first.push(node.moduleSpecifier.text);
    const isCall =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (isCall && ts.isStringLiteral(node.arguments[0]))
      specifiers.later.push(node.arguments[0].text);
  });
  const files = (list) => list.map((one) => fileOf(file, one)).filter(Boolean);
  return { first: files(specifiers.first), later: files(specifiers.later) };
}

/** All modules that come with one, without those of `known`; `all` follows `import()`, too. */
function modulesOf(file, { known = new Set(), all = false, seen = new Set() } = {}) {
  if (seen.has(file) || known.has(file)) return seen;
  seen.add(file);
  const { first, later } = importsOf(file);
  for (const one of all ? [...first, ...later] : first) modulesOf(one, { known, all, seen });
  return seen;
}

/** `area.key` of each sentence or group of them, and the catalogs that hold it. */
function ownersOf() {
  const owners = new Map();
  for (const file of globSync("src/messages/en/*.ts")) {
    for (const statement of sourceOf(file).statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { initializer } of statement.declarationList.declarations) {
        if (initializer && ts.isObjectLiteralExpression(initializer))
          addKeys(initializer, file, owners);
      }
    }
  }
  return owners;
}

function addKeys(catalog, file, owners) {
  for (const area of catalog.properties) {
    if (!ts.isPropertyAssignment(area) || !ts.isObjectLiteralExpression(area.initializer)) continue;
    if (area.name.getText() !== "common")
      owners.set(`${area.name.getText()}.*`, basename(file, ".ts"));
    for (const key of area.initializer.properties) {
      if (key.name)
        owners.set(`${area.name.getText()}.${key.name.getText()}`, basename(file, ".ts"));
    }
  }
}

/** The `area.key` of each sentence that a module reads. */
function readsOf(file) {
  const reads = [];
  visit(sourceOf(file), (node) => {
    const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (!isAccess || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression: root, name: area } = node.expression;
    // A key that is computed may be any of its area.
    if (root.getText() === "m") reads.push(`${area.text}.${node.name?.text ?? "*"}`);
  });
  return reads;
}

/** The pages of the staff's routes: their module and the catalogs that they name. */
function staffPages() {
  const pages = [];
  visit(sourceOf("src/staff/routes.tsx"), (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "page") return;
    const [load, , catalogs] = node.arguments;
    const specifier = load.body.arguments[0].text;
    const names = catalogs?.elements.map((one) => one.text) ?? [];
    pages.push({ file: fileOf("src/staff/routes.tsx", specifier), names });
  });
  return pages;
}

/** The pages of the customers' router; its loader says how far the order has come. */
function customerPages() {
  const router = readFileSync("src/storefront/router.tsx", "utf8");
  const pages = [...router.matchAll(/import\("(@[^"]+)"\),\s*load(Truck|Ordering)Messages/g)];
  return pages.map(([, specifier, kind]) => ({
    file: fileOf("src/storefront/router.tsx", specifier),
    names: kind === "Truck" ? ["truck"] : ["truck", "checkout"],
  }));
}

export function catalogsMissing() {
  const owners = ownersOf();
  // Not what is kept for a visit without a connection: it calls only a part of the modules that it imports.
  const map = { file: "src/storefront/map/load-truck-map.ts", names: ["later"] };
  // These load no catalog of their own. The map that the finder opens does, and is a page above.
  const later = ["home/truck-finder.tsx", "developer-pages/api-and-menu-test-pages.tsx"].map(
    (file) => ({
      file: `src/storefront/${file}`,
      names: [],
      isPart: true,
    }),
  );
  const pages = [...customerPages(), map, ...later];
  const customers = entry("src/storefront/main.tsx", ["home"], pages);
  // The staff's first catalog brings what both entries share, and the one about orders what paying says.
  const always = ["sign-in", "home", "truck"];
  const staff = entry("src/staff/main.tsx", always, staffPages());
  return [...customers, ...staff].flatMap(({ file, modules, names }) => {
    const loaded = names.includes("orders") ? [...names, "checkout"] : names;
    return [...modules].flatMap((module) =>
      readsOf(module)
        .filter((read) => owners.has(read) && !loaded.includes(owners.get(read)))
        .map(
          (read) =>
            `${module}: m.${read} is in ${owners.get(read)}.ts, which ${file} does not load`,
        ),
    );
  });
}

/** The modules of an entry, and those that each page adds. */
function entry(main, names, pages) {
  const known = modulesOf(main);
  const parts = pages.map((page) => ({
    file: page.file,
    modules: modulesOf(page.file, { known, all: !page.isPart }),
    names: [...names, ...page.names],
  }));
  return [{ file: main, modules: known, names }, ...parts];
}
