import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { useSend } from "@/domain/api/use-send-once";
import { dayCloseKey, dayClosesKey, drawerKey } from "@/domain/query-keys";

type Schemas = components["schemas"];

/** A field with a default is always in an answer. */
export type Drawer = Required<Schemas["Drawer"]>;
export type DayClose = Schemas["DayClose"];
export type DayCloseRow = Schemas["DayCloseRow"];
type CloseRequest = Schemas["CloseRequest"];
type MovementRequest = Schemas["MovementRequest"];

/** The drawer of a truck: the open session if there is one, and the cash that no session has yet. */
export function drawerQuery(truckId: string) {
  return queryOptions({
    queryKey: drawerKey(truckId),
    queryFn: async ({ signal }) => {
      const page = await answer(
        api.GET("/api/drawer-sessions", { params: { query: { truckId, limit: 1 } }, signal }),
      );
      return { open: page.open as Drawer | null, waitingCash: page.waitingCash };
    },
    refetchOnMount: "always",
  });
}

/** Opens the drawer with a float in dollars. */
export function useOpenDrawer(truckId: string) {
  const refresh = useRefresh(truckId);
  const send = useSend((float: number, key: string) =>
    answer(
      api.POST("/api/drawer-sessions", {
        params: { header: { "Idempotency-Key": key } },
        body: { truckId, float },
      }),
    ),
  );
  return useMutation({ mutationFn: send, onSettled: refresh });
}

export function useMoveCash(truckId: string, sessionId: string) {
  const refresh = useRefresh(truckId);
  const send = useSend((body: MovementRequest, key: string) =>
    answer(
      api.POST("/api/drawer-sessions/{session_id}/movements", {
        params: { path: { session_id: sessionId }, header: { "Idempotency-Key": key } },
        body,
      }),
    ),
  );
  return useMutation({ mutationFn: send, onSettled: refresh });
}

/** Counts the drawer and closes the day; the answer is the sheet. */
export function useCloseDrawer(truckId: string, sessionId: string) {
  const client = useQueryClient();
  const refresh = useRefresh(truckId);
  const send = useSend((body: CloseRequest, key: string) =>
    answer(
      api.POST("/api/drawer-sessions/{session_id}/close", {
        params: { path: { session_id: sessionId }, header: { "Idempotency-Key": key } },
        body,
      }),
    ),
  );
  return useMutation({
    mutationFn: send,
    onSuccess: (sheet) => {
      client.setQueryData(dayCloseKey(sheet._id), sheet);
      void client.invalidateQueries({ queryKey: dayClosesKey(truckId) });
    },
    onSettled: refresh,
  });
}

/** Whether cash was recorded while the drawer was counted. */
export function isDrawerChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === "version_conflict";
}

/** The denomination of a count whose pieces the server refuses; null for any other error. */
export function refusedPieces(error: unknown): string | null {
  const fields = error instanceof ApiError ? Object.keys(error.fields) : [];
  const field = fields.find((name) => name.startsWith("denominations."));
  return field?.slice("denominations.".length) ?? null;
}

function useRefresh(truckId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: drawerKey(truckId) });
}

/** The closes of a truck, newest first. */
export function dayClosesQuery(truckId: string) {
  return infiniteQueryOptions({
    queryKey: dayClosesKey(truckId),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/day-closes", { params: { query: { truckId, cursor: pageParam } }, signal }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: "always",
  });
}

/** A sheet, which never changes. */
export function dayCloseQuery(id: string) {
  return queryOptions({
    queryKey: dayCloseKey(id),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/day-closes/{close_id}", { params: { path: { close_id: id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function downloadDayClose(id: string): Promise<DownloadedFile> {
  return file(
    api.GET("/api/day-closes/{close_id}/export", {
      params: { path: { close_id: id } },
      ...AS_FILE,
    }),
  );
}
