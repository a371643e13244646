import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ownSessionsKey } from "@/domain/query-keys";

export function ownSessionsQuery() {
  return queryOptions({
    queryKey: ownSessionsKey(),
    queryFn: async ({ signal }) =>
      (await answer(api.GET("/api/auth/sessions", { signal }))).sessions,
    refetchOnMount: "always",
  });
}

/** Ends one of the user's sessions, or with null all but this one. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      answer(
        id === null
          ? api.DELETE("/api/auth/sessions")
          : api.DELETE("/api/auth/sessions/{session_id}", { params: { path: { session_id: id } } }),
      ),
    // Also after a failure: the session may have ended meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessionsKey() }),
  });
}
