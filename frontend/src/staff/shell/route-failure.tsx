import { useEffect } from "react";
import { useRouteError } from "react-router";
import { clientErrors } from "@/domain/api/error-reports/client-errors";
import { PlainErrorScreen } from "@/ui/layout/page-states";

/** Shown when the router itself or the shell fails; reports the error, which no boundary below has caught. */
export function RouteFailure() {
  const error = useRouteError();
  useEffect(() => clientErrors.report("render", error), [error]);
  return <PlainErrorScreen />;
}
