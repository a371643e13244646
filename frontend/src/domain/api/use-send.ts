import { useCallback, useRef } from "react";
import { ApiError } from "./errors";

/** Runs once at a time: a second tap waits for the first one's answer. Calls with other names run beside it. */
export function useOnce<Input extends unknown[], Answer>(
  call: (...input: Input) => Promise<Answer>,
  nameOf: (...input: Input) => string = oneAtATime,
): (...input: Input) => Promise<Answer> {
  const running = useRef(new Map<string, Promise<Answer>>());
  return useCallback(
    (...input) => {
      const name = nameOf(...input);
      const first = running.current.get(name);
      if (first) return first;
      const answer = call(...input).finally(() => running.current.delete(name));
      running.current.set(name, answer);
      return answer;
    },
    [call, nameOf],
  );
}

interface SendOptions<Input> {
  /** What makes two submissions the same one. */
  nameOf?: (input: Input) => string;
  /** What is sent about: submissions about different things run beside each other. */
  subjectOf?: (input: Input) => string;
}

/**
 * Sends a form once at a time, each time under a new idempotency key. What is sent again after its outcome was unknown
 * goes under its own key, because the server may have carried it out.
 */
export function useSend<Input, Answer>(
  call: (input: Input, key: string) => Promise<Answer>,
  { nameOf = JSON.stringify, subjectOf = oneAtATime }: SendOptions<Input> = {},
): (input: Input) => Promise<Answer> {
  const unanswered = useRef(new Map<string, { name: string; key: string }>());
  const send = useCallback(
    async (input: Input) => {
      const [name, subject] = [nameOf(input), subjectOf(input)];
      const earlier = unanswered.current.get(subject);
      const key = earlier && earlier.name === name ? earlier.key : randomKey();
      unanswered.current.set(subject, { name, key });
      try {
        const answer = await call(input, key);
        unanswered.current.delete(subject);
        return answer;
      } catch (error) {
        if (isOutcomeKnown(error)) unanswered.current.delete(subject);
        throw error;
      }
    },
    [call, nameOf, subjectOf],
  );
  return useOnce(send, subjectOf);
}

const oneAtATime = () => "";

/** crypto.randomUUID needs a secure context, which a phone on the truck's own network may not have. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random UUID (version 4). */
export function randomUuid(): string {
  const key = randomKey();
  const parts = [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`];
  return [...parts, `8${key.slice(17, 20)}`, key.slice(20)].join("-");
}

/**
 * Whether it is known what became of a failed call: the server itself refused it. After a 5xx, an answer of
 * a proxy or an answer that cannot be read, it may have been carried out.
 */
export function isOutcomeKnown(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.fromServer;
}

interface Told<Data> {
  onSuccess?: (data: Data) => void;
  onError: (error: Error) => void;
  onSettled?: (() => void) | undefined;
}

/**
 * Does what follows a call wherever the user is by then, such as a toast. The callbacks of `mutate` are for what follows
 * on the screen that called: the library drops them when that is gone, as a toast's "Undo" outlives its button's row.
 */
export function whenDone<Data>(call: Promise<Data>, told: Told<Data>): void {
  void call.then(told.onSuccess, told.onError).finally(told.onSettled);
}
