import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { AS_FILE, answer, api, type DownloadedFile, file } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { customerKeys } from "@/domain/query-keys";

const PAGE_SIZE = 50;

/** Whose customers: of one truck, or of every truck that the user may see. */
interface CustomerFilter {
  truckId: string | null;
  search: string;
}

export function customersQuery({ truckId, search }: CustomerFilter) {
  return infiniteQueryOptions({
    queryKey: customerKeys.list(truckId, search),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/customers", {
          params: {
            query: { truckId, q: search || null, limit: PAGE_SIZE, cursor: pageParam || null },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: "always",
  });
}

export function customerQuery(customerId: string, truckId: string | null) {
  return queryOptions({
    queryKey: customerKeys.one(customerId, truckId),
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/customers/{customer_id}", {
          params: { path: { customer_id: customerId }, query: { truckId } },
          signal,
        }),
      ),
    refetchOnMount: "always",
  });
}

export function customerOrdersQuery(customerId: string, truckId: string | null) {
  return infiniteQueryOptions({
    queryKey: customerKeys.orders(customerId, truckId),
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/customers/{customer_id}/orders", {
          params: {
            path: { customer_id: customerId },
            query: { truckId, limit: PAGE_SIZE, cursor: pageParam || null },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: "always",
  });
}

export function downloadCustomers({ truckId, search }: CustomerFilter): Promise<DownloadedFile> {
  const query = { truckId, q: search || null };
  return file(api.GET("/api/customers/export", { params: { query }, ...AS_FILE }));
}

/** Everything that is kept of one customer, as a file. */
export function downloadCustomer(customerId: string): Promise<DownloadedFile> {
  const path = { customer_id: customerId };
  return file(api.GET("/api/customers/{customer_id}/export", { params: { path }, ...AS_FILE }));
}

/** Forgets the person. Asked again it changes nothing, so a lost answer does no harm. */
export function useErasure(customerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(
        api.POST("/api/customers/{customer_id}/erasure", {
          params: { path: { customer_id: customerId } },
        }),
      ),
    // The person stands in lists, orders and searches alike.
    onSuccess: () => client.invalidateQueries(),
  });
}

export function isCustomerMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
