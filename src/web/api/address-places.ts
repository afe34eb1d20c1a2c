import { queryOptions, useQueries } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { FRESH } from "./query-client";

/** Where an address of an event leads: to its devices and to the smallest subnet that it lies in. */
export type AddressPlace = { label: string; href: string };

type Lookup = Model<"LookupResult">;
type Addressed = Pick<
  Model<"FirewallEventRead">,
  "received_at" | "src_ip" | "dst_ip" | "nat_src_ip" | "nat_dst_ip" | "sender"
>;

/** Devices of one address: more of them would tell nothing. */
const MAX_DEVICES = 2;

/** Without events and what else takes a search: a moment is asked for. */
const placesQuery = (address: string, at: string) =>
  queryOptions({
    queryKey: ["lookup", "places", address],
    queryFn: async ({ signal }) =>
      placesOf(
        await answerOf(
          api.GET("/api/v1/lookup/{term}", {
            params: { path: { term: address }, query: { at } },
            signal,
          }),
        ),
      ),
    staleTime: FRESH.lists,
  });

function placesOf({ devices, subnets }: Lookup): AddressPlace[] {
  const [smallest] = subnets;
  return [
    ...devices.slice(0, MAX_DEVICES).map(({ id, display_name: name, hostname }) => ({
      label: name || hostname || `Device ${id}`,
      href: `/inventory/${id}`,
    })),
    ...(smallest === undefined ? [] : [{ label: smallest.cidr, href: `/ipam/${smallest.id}` }]),
  ];
}

/** Of each address of an event what is known of it; nothing while it is not. */
export function useAddressPlaces(event: Addressed | undefined): ReadonlyMap<string, readonly AddressPlace[]> {
  const addresses = event === undefined ? [] : addressesOf(event);
  return useQueries({
    queries: addresses.map((address) => placesQuery(address, event?.received_at ?? "")),
    combine: (answers) =>
      new Map(answers.map(({ data }, index) => [addresses[index] ?? "", data ?? []] as const)),
  });
}

function addressesOf({ src_ip, dst_ip, nat_src_ip, nat_dst_ip, sender }: Addressed): string[] {
  return [...new Set([src_ip, dst_ip, nat_src_ip, nat_dst_ip, sender].flatMap((address) => address ?? []))];
}
