// Fails when a pattern of the build's configuration names a file that is not there: after a move it would match nothing,
// and the file would silently come with another download. Checked is each alternative of the patterns in constants.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

const configs = readdirSync(".").filter((name) => /^vite.*\.config\.ts$/.test(name));
const sources = readdirSync("src", { recursive: true }).map((path) => `src/${path}`);
const packages = readdirSync("node_modules").flatMap((name) =>
  name.startsWith("@") ? readdirSync(`node_modules/${name}`).map((one) => `${name}/${one}`) : name,
);
const files = [
  ...sources.map((path) => `${path.replace(/\.tsx?$/, "")}\n${path}`),
  ...packages.map((name) => `/${name}/`),
  ...readdirSync("node_modules/@tanstack", { recursive: true }),
];

function patternsOf(config) {
  const source = ts.createSourceFile(config, readFileSync(config, "utf8"), ts.ScriptTarget.Latest);
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ initializer }) => initializer && ts.isRegularExpressionLiteral(initializer))
    .map(({ initializer }) => initializer.text.slice(1, initializer.text.lastIndexOf("/")));
}

/** The texts that a pattern stands for; of what it excludes, each text too. */
function textsOf(pattern) {
  let at = 0;
  function alternatives() {
    const found = [];
    let texts = [""];
    for (; at < pattern.length && pattern[at] !== ")"; at += 1) {
      if (pattern[at] === "|") {
        found.push(...texts);
        texts = [""];
      } else {
        const parts = partAt();
        texts = texts.flatMap((text) => parts.map((part) => text + part));
      }
    }
    return [...found, ...texts];
  }
  /** Leaves `at` on the last letter of the part. */
  function partAt() {
    if (pattern[at] === "(") {
      const isExcluded = pattern.startsWith("(?!", at);
      at += isExcluded ? 3 : 1;
      return isExcluded ? ["", ...alternatives()] : alternatives();
    }
    if (pattern.startsWith(".*", at)) at += 1;
    else if (pattern[at] === "\\") at += 1;
    else if (!/[\^$]/.test(pattern[at])) return [pattern[at]];
    else return [""];
    return pattern[at] === "*" ? [""] : [pattern[at]];
  }
  return alternatives();
}

const stale = configs.flatMap((config) =>
  patternsOf(config)
    .flatMap(textsOf)
    .filter((text) => !files.some((file) => file.includes(text)))
    .map((text) => `${config} names ${text}, which no file matches`),
);
if (stale.length > 0) {
  console.error(stale.join("\n"));
  process.exit(1);
}
