import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { passwordLinkKey } from "@/domain/query-keys";

/** What the link of this token is for. Kept in memory only; never asked without a token. */
export function passwordLinkQuery(token: string) {
  return queryOptions({
    queryKey: passwordLinkKey(token),
    queryFn: ({ signal }) =>
      answer(api.POST("/api/auth/password-link", { body: { token }, signal })),
    enabled: token !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export async function sendPassword(token: string, password: string): Promise<void> {
  await answer(api.POST("/api/auth/password-link/password", { body: { token, password } }));
}

/** Makes this browser known to the account of the link, so that strangers' guesses do not keep it out. */
export async function openDevice(token: string): Promise<void> {
  await answer(api.POST("/api/auth/password-link/device", { body: { token } }));
}

/** Whether the server said that the link was used, is over or never was. */
export function isLinkOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
