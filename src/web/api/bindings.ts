import { queryOptions, skipToken } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { FRESH } from "./query-client";

export type AddressBinding = Model<"AddressBinding">;
export type AddressHolders = Model<"AddressHolders">;

type EventEnds = {
  src_ip: string | null;
  dst_ip: string | null;
  received_at: string;
  event_time: string | null;
};

const LATEST_MS = 7 * 86_400_000;
const AHEAD_MS = 600_000;

/** Who had the event's source and destination when it happened; nothing is asked of an event without addresses. */
export function eventHoldersQuery(event: EventEnds | undefined) {
  const addresses = [...new Set([event?.src_ip ?? "", event?.dst_ip ?? ""])].filter((ip) => ip !== "");
  const at = event === undefined ? "" : momentOf(event);
  return queryOptions({
    queryKey: ["bindings", "at", addresses, at],
    queryFn:
      addresses.length === 0
        ? skipToken
        : ({ signal }) =>
            answerOf(
              api.GET("/api/v1/bindings/at", {
                params: { query: { address: addresses.join(","), at } },
                signal,
              }),
            ),
    staleTime: FRESH.lists,
  });
}

/** The sender's time as far as it can be right, as the service takes it of lines that tell of leases. */
function momentOf({ received_at: received, event_time: sent }: EventEnds): string {
  const difference = sent === null ? Infinity : Date.parse(sent) - Date.parse(received);
  const isUsable = difference >= -LATEST_MS && difference <= AHEAD_MS;
  return sent !== null && isUsable ? sent : received;
}

/** More than these are not read for a look back. */
export const MAX_BINDINGS = 200;

/** Who had an address, or what a device had, the latest first. */
export const bindingsQuery = (wanted: { ip_address: string } | { device_id: number }, limit = MAX_BINDINGS) =>
  queryOptions({
    queryKey: ["bindings", "list", wanted, limit],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/bindings", { params: { query: { ...wanted, limit } }, signal })),
    staleTime: FRESH.lists,
  });

/** The same, all of it, as a file. */
export function bindingsFileHref(wanted: { ip_address: string } | { device_id: number }): string {
  const query = Object.entries(wanted).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/v1/exports/bindings?${new URLSearchParams(query).toString()}`;
}

export const bindingStatusQuery = () =>
  queryOptions({
    queryKey: ["bindings", "status"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/bindings/status", { signal })),
    staleTime: FRESH.figures,
  });
