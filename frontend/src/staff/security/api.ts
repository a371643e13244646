import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { ProofMethod, SecurityState } from "@/domain/api/staff-types";
import { ownSessionsKey, securityKey } from "@/domain/query-keys";
import { createPasskey } from "@/staff/session/passkeys";

export function securityQuery() {
  return queryOptions({
    queryKey: securityKey(),
    queryFn: ({ signal }) => answer(api.GET("/api/auth/second-factors", { signal })),
    refetchOnWindowFocus: false,
  });
}

/** By what the user can prove to be there; without a second factor by the password. */
export function methodsOf({ factors, recoveryCodesLeft }: SecurityState): ProofMethod[] {
  if (factors.length === 0) return ["password"];
  const kinds = [...new Set(factors.map(({ kind }) => kind))];
  return recoveryCodesLeft > 0 ? [...kinds, "recovery_code"] : kinds;
}

/** Makes a secret for an app. It counts for nothing until a code confirms it. */
export function useStartApp() {
  return useMutation({
    mutationFn: () => answer(api.POST("/api/auth/second-factors/authenticator")),
  });
}

export function useConfirmApp() {
  const keep = useKeepSecurity();
  return useMutation({
    mutationFn: (body: { code: string; name: string }) =>
      answer(api.POST("/api/auth/second-factors/authenticator/confirm", { body })),
    onSuccess: ({ security }) => keep(security),
  });
}

/** Has the browser make a passkey, and adds it under the name. */
export function useAddPasskey() {
  const keep = useKeepSecurity();
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await answer(api.POST("/api/auth/second-factors/passkey"));
      const body = { name, credential: await createPasskey(options) };
      return answer(api.POST("/api/auth/second-factors/passkey/confirm", { body }));
    },
    onSuccess: ({ security }) => keep(security),
  });
}

export function useRenameFactor() {
  const keep = useKeepSecurity();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      answer(
        api.PATCH("/api/auth/second-factors/{factor_id}", {
          params: { path: { factor_id: id } },
          body: { name },
        }),
      ),
    onSuccess: keep,
  });
}

export function useNewCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST("/api/auth/second-factors/recovery-codes")),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: securityKey() }),
  });
}

export function useRemoveFactor() {
  const keep = useKeepSecurity();
  return useMutation({
    mutationFn: (id: string) =>
      answer(
        api.DELETE("/api/auth/second-factors/{factor_id}", { params: { path: { factor_id: id } } }),
      ),
    onSuccess: keep,
  });
}

function useKeepSecurity() {
  const queryClient = useQueryClient();
  return (security: SecurityState) => {
    queryClient.setQueryData(securityQuery().queryKey, security);
    // The first factor and a removal have signed the other devices out.
    void queryClient.invalidateQueries({ queryKey: ownSessionsKey() });
  };
}
