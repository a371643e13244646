import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { withParams } from "./with-params";

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
