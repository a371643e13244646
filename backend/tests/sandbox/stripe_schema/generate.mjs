// Turns the types of entry.ts into JSON Schema: `node generate.mjs <output file>`.
// Objects are closed, so that an invented field fails. An object nested in an answer is checked down to
// its `object` name only: it has a schema of its own.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ENTRY = fileURLToPath(new URL('./entry.ts', import.meta.url));
const OPTIONS = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
  types: ['node'],
};

const program = ts.createProgram([ENTRY], OPTIONS);
const checker = program.getTypeChecker();
const has = (type, flag) => (type.flags & flag) !== 0;

class Generator {
  definitions = {};
  #names = new Map();

  constructor(side) {
    this.side = side;
  }

  root(type) {
    return this.#object(type, true);
  }

  #schema(type) {
    if (has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isUnion()) return this.#union(type);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (has(type, ts.TypeFlags.BooleanLiteral)) return { const: type.intrinsicName === 'true' };
    if (has(type, ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return { type: 'string' };
    if (has(type, ts.TypeFlags.Number)) return { type: 'number' };
    if (has(type, ts.TypeFlags.Null)) return { type: 'null' };
    if (type.isIntersection()) return this.#intersection(type);
    if (checker.isArrayType(type)) return { type: 'array', items: this.#schema(checker.getTypeArguments(type)[0]) };
    if (has(type, ts.TypeFlags.Object)) return this.#object(type, false);
    return {};
  }

  #union(type) {
    const members = type.types.filter((one) => !has(one, ts.TypeFlags.Undefined));
    const words = members.filter((one) => one.isStringLiteral()).map((one) => one.value);
    // `'a' | 'b' | (string & {})` means: one of these today. The sandbox keeps to today's.
    const others = members.filter((one) => !one.isStringLiteral() && !(words.length && isOpenText(one)));
    const options = words.length ? [{ enum: words }] : [];
    if (others.filter((one) => has(one, ts.TypeFlags.BooleanLiteral)).length === 2) {
      options.push({ type: 'boolean' });
      others.splice(0, others.length, ...others.filter((one) => !has(one, ts.TypeFlags.BooleanLiteral)));
    }
    for (const one of others) options.push(this.#schema(one));
    return options.length === 1 ? options[0] : { anyOf: options };
  }

  #intersection(type) {
    if (isOpenText(type)) return { type: 'string' };
    return this.#closed(type);
  }

  #object(type, isRoot) {
    if (type.symbol?.name === 'Decimal') return { type: 'string' };
    const nested = isRoot || this.side !== 'answers' ? null : objectName(type);
    if (nested) return { type: 'object', required: ['object'], properties: { object: { const: nested } } };
    const key = `${this.side}.${type.id}`;
    if (!this.#names.has(key)) {
      this.#names.set(key, key);
      this.definitions[key] = this.#closed(type);
    }
    return { $ref: `#/definitions/${key}` };
  }

  #closed(type) {
    const schema = { type: 'object', properties: {}, required: [] };
    for (const property of checker.getPropertiesOfType(type)) {
      if (property.name === 'lastResponse') continue; // added by the client, never on the wire
      schema.properties[property.name] = this.#schema(checker.getTypeOfSymbol(property));
      if (!(property.flags & ts.SymbolFlags.Optional)) schema.required.push(property.name);
    }
    const [index] = checker.getIndexInfosOfType(type);
    const known = Object.keys(schema.properties).length > 0;
    schema.additionalProperties = index ? this.#schema(index.type) : !known;
    return schema;
  }
}

function isOpenText(type) {
  return type.isIntersection() && type.types.some((one) => has(one, ts.TypeFlags.String));
}

function objectName(type) {
  const property = type.getProperty('object');
  const named = property && checker.getTypeOfSymbol(property);
  return named?.isStringLiteral() ? named.value : null;
}

function sideOf(source, name) {
  const side = name.toLowerCase();
  const generator = new Generator(side);
  const declared = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  const entries = declared.members.map((one) => [one.name.text, generator.root(checker.getTypeFromTypeNode(one.type))]);
  return { roots: Object.fromEntries(entries), definitions: generator.definitions };
}

const source = program.getSourceFile(ENTRY);
const broken = program.getSemanticDiagnostics(source);
if (broken.length) {
  console.error(ts.formatDiagnostics(broken, { getCanonicalFileName: String, getCurrentDirectory: () => '', getNewLine: () => '\n' }));
  process.exit(1);
}
const answers = sideOf(source, 'Answers');
const bodies = sideOf(source, 'Bodies');
const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  answers: answers.roots,
  bodies: bodies.roots,
  definitions: { ...answers.definitions, ...bodies.definitions },
};
fs.writeFileSync(process.argv[2], JSON.stringify(schema));
