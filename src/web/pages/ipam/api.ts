import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { versionOf } from "../../api/version";
import type { AddressRange } from "./addresses/address-cells";

export type Reservation = Model<"IpReservationOut">;
export type Summary = Model<"IpamSummary">;

export const subnetsQuery = () =>
  queryOptions({
    queryKey: ["ipam", "subnets"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/subnets", { signal })),
  });

export const summaryQuery = () =>
  queryOptions({
    queryKey: ["ipam", "summary"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/summary", { signal })),
  });

export const conflictsQuery = () =>
  queryOptions({
    queryKey: ["ipam", "conflicts"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/conflicts", { signal })),
  });

export const addressesQuery = (subnetId: number) =>
  queryOptions({
    queryKey: ["ipam", "addresses", subnetId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/ipam/subnets/{subnet_id}/addresses", {
          params: { path: { subnet_id: subnetId } },
          signal,
        }),
      ),
  });

const ROWS_A_PAGE = 1000;
const MAX_PAGES = 4;

export type Ranges = { ranges: readonly AddressRange[]; next: string | null };

/** Rows of a subnet from an address on (absent: the first), free stretches as one row each. `next`: there is more. */
export const rangesQuery = (subnetId: number, { from, limit }: { from?: string; limit: number }) =>
  queryOptions({
    queryKey: ["ipam", "ranges", subnetId, { from, limit }],
    queryFn: ({ signal }) => fetchRanges(subnetId, { from, limit, signal }),
  });

/** As many rows from an address on as a few pages hold: enough for most subnets, and never more than that. */
export const manyRangesQuery = (subnetId: number, from: string) =>
  queryOptions({
    queryKey: ["ipam", "many-ranges", subnetId, from],
    async queryFn({ signal }): Promise<Ranges> {
      const all: AddressRange[] = [];
      let next: string | null = from;
      for (let page = 0; page < MAX_PAGES && next !== null; page += 1) {
        const answer: Ranges = await fetchRanges(subnetId, { from: next, limit: ROWS_A_PAGE, signal });
        all.push(...answer.ranges);
        next = answer.next;
      }
      return { ranges: all, next };
    },
  });

const ROWS_OF_LIST = 100;

/** The rows of a subnet page by page. */
export const rangePagesQuery = (subnetId: number) =>
  infiniteQueryOptions({
    queryKey: ["ipam", "range-pages", subnetId],
    queryFn: ({ pageParam, signal }) =>
      fetchRanges(subnetId, { from: pageParam || undefined, limit: ROWS_OF_LIST, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });

function fetchRanges(
  subnetId: number,
  { from, limit, signal }: { from: string | undefined; limit: number; signal: AbortSignal },
): Promise<Ranges> {
  return answerOf(
    api.GET("/api/v1/ipam/subnets/{subnet_id}/ranges", {
      params: { path: { subnet_id: subnetId }, query: { limit, ...(from !== undefined && { from }) } },
      signal,
    }),
  );
}

/** All of them, or those whose address lies in a subnet. */
export const reservationsQuery = (subnetId: number | undefined) =>
  queryOptions({
    queryKey: ["ipam", "reservations", { subnetId }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/ipam/reservations", {
          params: { query: { sort: "address", ...(subnetId !== undefined && { subnet_id: subnetId }) } },
          signal,
        }),
      ),
  });

/** A subnet with the tag of how it was read, for a change that must not undo somebody else's. */
export const subnetVersionQuery = (id: number) =>
  queryOptions({
    queryKey: ["ipam", "subnet", id],
    queryFn: ({ signal }) =>
      versionOf(api.GET("/api/v1/ipam/subnets/{subnet_id}", { params: { path: { subnet_id: id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** A reservation, likewise. */
export const reservationVersionQuery = (id: number) =>
  queryOptions({
    queryKey: ["ipam", "reservation", id],
    queryFn: ({ signal }) =>
      versionOf(
        api.GET("/api/v1/ipam/reservations/{reservation_id}", {
          params: { path: { reservation_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

export const sitesQuery = () =>
  queryOptions({
    queryKey: ["ipam", "sites"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/topology/sites", { signal })),
  });

export const vlansQuery = () =>
  queryOptions({
    queryKey: ["ipam", "vlans"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/vlan-suggestions", { signal })),
  });

/** Advice: which address is free now. */
export const nextAvailableQuery = (subnetId: number) =>
  queryOptions({
    queryKey: ["ipam", "next-available", subnetId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/ipam/subnets/{subnet_id}/next-available", {
          params: { path: { subnet_id: subnetId } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

/** Advice: which network of a size is free now. */
export const nextSubnetQuery = (subnetId: number, prefix: number) =>
  queryOptions({
    queryKey: ["ipam", "next-subnet", subnetId, prefix],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/ipam/subnets/{subnet_id}/next-subnet", {
          params: { path: { subnet_id: subnetId }, query: { prefix } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

/** The equal parts of a network that no subnet has yet. */
export const partsQuery = (cidr: string, length: number) =>
  queryOptions({
    queryKey: ["ipam", "parts", cidr, length],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/api/v1/ipam/plan", { body: { cidr, split_to: length }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** What goes with a subnet. */
export const subnetDeletionQuery = (id: number) =>
  queryOptions({
    queryKey: ["ipam", "deletion", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.DELETE("/api/v1/ipam/subnets/{subnet_id}", {
          params: { path: { subnet_id: id }, query: { dry_run: true } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

/** All that the page shows hangs together: a reservation changes the tree, the grid and the conflicts. */
export function renewIpam(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["ipam"] });
}

/** Carries out a change, then renews what the page shows. */
export function useIpamChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer, input: Input) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(answer, input) {
      await renewIpam(queries);
      onDone(answer, input);
    },
  });
}

/** What the page asks for first. */
export function prefetchPlan(queries: QueryClient): void {
  void queries.prefetchQuery(subnetsQuery());
  void queries.prefetchQuery(conflictsQuery());
}
