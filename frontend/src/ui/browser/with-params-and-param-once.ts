import { useEffect } from "react";
import { useSearchParams } from "react-router";
/** A copy of the address's parameters with these set, or removed where they are null or empty. */
export function withParams(
  present: URLSearchParams,
  changes: Record<string, string | null>,
): URLSearchParams {
  const next = new URLSearchParams(present);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/**
 * What a link asks to open, at the first render; null when it names nothing, and later. The parameter leaves the address,
 * so that neither a reload nor the way back opens what was closed.
 */
export function useParamOnce(name: string): string | null {
  const [params, setParams] = useSearchParams();
  const value = params.get(name);
  useEffect(() => {
    if (value !== null) {
      setParams((present) => withParams(present, { [name]: null }), { replace: true });
    }
  }, [name, value, setParams]);
  return value;
}
