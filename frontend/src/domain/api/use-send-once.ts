import { useCallback, useRef } from "react";
import { randomKey } from "@/domain/values/random-ids-and-device-id";
import { isOutcomeKnown } from "./errors";

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
