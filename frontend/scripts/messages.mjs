// Fails for a sentence that stands in a screen instead of in src/messages, for one that is read while modules load,
// for one that a page reads without loading its catalog, and for one without its Spanish. What the two developers' pages below dev-tools say is English only.
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { catalogsMissing } from "./catalogs.mjs";

const SCREENS = globSync("src/**/*.tsx").filter(
  (file) => !/\.test\.tsx$|^src\/(test|messages|storefront\/developer-pages)\//.test(file),
);
const TEXT_ATTRIBUTES =
  /^(aria-label|aria-description|alt|placeholder|title|label|hint|description|caption|heading|confirmLabel|what)$/;
const hasWords = (text) => /\p{L}{2,}/u.test(text) && !/^https?:/.test(text);

/** What is wrong with a node of a screen; null for nothing. */
function findingOf(node) {
  if (ts.isJsxText(node) && hasWords(node.text)) return `literal text: ${node.text.trim()}`;
  if (ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.test(node.name.getText())) {
    const value = node.initializer;
    if (value && ts.isStringLiteral(value) && hasWords(value.text)) {
      return `literal attribute: ${value.text}`;
    }
  }
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === "m" && loadsIt(node)) {
    return `read while the module loads: ${node.getText()}`;
  }
  return null;
}

/** Whether no function stands between the node and the module. */
function loadsIt(node) {
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return false;
  return true;
}

const findings = [];
for (const file of [...SCREENS, ...globSync("src/**/*.ts")]) {
  if (/\.test\.ts$|^src\/(test|messages)\//.test(file)) continue;
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const visit = (node) => {
    const finding = findingOf(node);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (finding) findings.push(`${file}:${line + 1} ${finding}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
}
for (const file of globSync("src/messages/es/**/*.ts")) {
  const untranslated = readFileSync(file, "utf8").split("// untranslated").length - 1;
  if (untranslated) findings.push(`${file}: ${untranslated} without Spanish`);
}
findings.push(...catalogsMissing());
for (const finding of findings) console.error(finding);
process.exitCode = findings.length ? 1 : 0;
