import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { withParams } from "@/ui/browser/with-params";

const PARAMETER = "q";
const WRITE_AFTER_MS = 400;

/** The text of the search. The address follows it after a pause, so that the way back finds it again. */
export function useMenuSearch(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const written = params.get(PARAMETER) ?? "";
  const [text, setText] = useState(written);
  useEffect(() => {
    if (written === text) return;
    const timer = setTimeout(() => {
      setParams((current) => withParams(current, { [PARAMETER]: text }), {
        replace: true,
        preventScrollReset: true,
      });
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [written, text, setParams]);
  return [text, setText];
}
