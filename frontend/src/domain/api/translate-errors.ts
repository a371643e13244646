import type { ErrorWords } from "@/messages/es/staff-errors";
import { currentLanguage } from "@/messages/language";

type Words = Partial<ErrorWords>;

/** What an error's body says in words, and the reasons by which it is said in another language. */
interface WordedBody {
  error?: unknown;
  message?: unknown;
  reason?: unknown;
  params?: unknown;
  fields?: unknown;
  fieldReasons?: unknown;
  /** What is wrong with each line of a cart. */
  problems?: unknown;
}

/**
 * An error of the server in the language of the screen; what has no words there stays in English. The words are loaded
 * with the first error, and never for English.
 */
export async function translateError(body: unknown): Promise<unknown> {
  if (currentLanguage() === "en" || typeof body !== "object" || body === null) return body;
  try {
    return translateBody(body, await wordsFor(body));
  } catch {
    // Without a connection to load the words, the server's sentence is better than none.
    return body;
  }
}

/** The words of what only staff can meet are a download of their own. */
async function wordsFor(body: WordedBody): Promise<Words> {
  const { errors } = await import("@/messages/es/errors");
  const said = [body, ...Object.values(isRecord(body.fieldReasons) ? body.fieldReasons : {})];
  const areThere = said.every(
    (one) => !isRecord(one) || !one.reason || String(one.reason) in errors,
  );
  if (areThere) return errors;
  const { staffErrors } = await import("@/messages/es/staff-errors");
  return { ...errors, ...staffErrors };
}

export function translateBody(body: WordedBody, words: Words): WordedBody {
  const sentence = sentenceOf(body, words);
  const worded = sentence === null ? body : { ...body, error: sentence, message: sentence };
  return {
    ...worded,
    ...(body.fields ? { fields: wordFields(body, words) } : {}),
    ...(Array.isArray(body.problems) ? { problems: wordProblems(body.problems, words) } : {}),
  };
}

function wordProblems(problems: readonly unknown[], words: Words): unknown[] {
  return problems.map((problem) => {
    if (!isRecord(problem)) return problem;
    const message = sentenceOf({ reason: problem.code, params: problem.params }, words);
    return message === null ? problem : { ...problem, message };
  });
}

function wordFields({ fields, fieldReasons }: WordedBody, words: Words): object {
  const reasons = isRecord(fieldReasons) ? fieldReasons : {};
  const entries = Object.entries(isRecord(fields) ? fields : {});
  return Object.fromEntries(
    entries.map(([field, sentence]) => [field, sentenceOf(reasons[field], words) ?? sentence]),
  );
}

function sentenceOf(said: unknown, words: Words): string | null {
  if (!isRecord(said) || typeof said.reason !== "string") return null;
  const entry = (words as Record<string, string | ((values: never) => string)>)[said.reason];
  if (entry === undefined) return null;
  if (typeof entry === "string") return entry;
  // Without its values a sentence would name "undefined".
  return isRecord(said.params) ? entry(said.params as never) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
