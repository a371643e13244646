import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Customer, CustomerPage, ErasedPerson, OrderPage } from "@/api/admin-types";
import { apiGet, apiPost } from "@/api/client";
import { ApiError } from "@/api/errors";

const PAGE_SIZE = "50";

/** Whose customers: of one truck, or of every truck that the user may see. */
export interface CustomerFilter {
  truckId: string | null;
  search: string;
}

export function customersQuery({ truckId, search }: CustomerFilter) {
  return infiniteQueryOptions({
    queryKey: ["customers", "list", truckId, search],
    queryFn: ({ pageParam, signal }) =>
      apiGet<CustomerPage>(
        `/customers${queryString({ truckId, q: search, limit: PAGE_SIZE, cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: "always",
  });
}

export function customerQuery(customerId: string, truckId: string | null) {
  return queryOptions({
    queryKey: ["customers", "one", customerId, truckId],
    queryFn: ({ signal }) =>
      apiGet<Customer>(`${pathOf(customerId)}${queryString({ truckId })}`, { signal }),
    refetchOnMount: "always",
  });
}

export function customerOrdersQuery(customerId: string, truckId: string | null) {
  return infiniteQueryOptions({
    queryKey: ["customers", "orders", customerId, truckId],
    queryFn: ({ pageParam, signal }) =>
      apiGet<OrderPage>(
        `${pathOf(customerId)}/orders${queryString({ truckId, limit: PAGE_SIZE, cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: "always",
  });
}

export function customersExportPath({ truckId, search }: CustomerFilter): string {
  return `/customers/export${queryString({ truckId, q: search })}`;
}

/** Everything that is kept of one customer, as a file. */
export function customerFilePath(customerId: string): string {
  return `${pathOf(customerId)}/export`;
}

/** Forgets the person. Asked again it changes nothing, so a lost answer does no harm. */
export function useErasure(customerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiPost<ErasedPerson>(`${pathOf(customerId)}/erasure`, undefined),
    // The person stands in lists, orders and searches alike.
    onSuccess: () => client.invalidateQueries(),
  });
}

export function isCustomerMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function pathOf(customerId: string): string {
  return `/customers/${encodeURIComponent(customerId)}`;
}

function queryString(values: Record<string, string | null>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
