import type { QueryClient } from "@tanstack/react-query";
import { rangesQuery, subnetsQuery } from "../api";
import { contains, formatAddress, parseAddress, parseNetwork } from "../network";

/**
 * Says that an address is reserved already, before it is sent; null: it is not, or it cannot be known now, and the
 * service says it when the form is sent.
 */
export async function reservedFault(queries: QueryClient, text: string): Promise<string | null> {
  const given = parseNetwork(text);
  const address = parseAddress(text.trim());
  if (given === undefined || address === undefined) return null;
  const subnets = queries.getQueryData(subnetsQuery().queryKey) ?? [];
  const around = subnets
    .flatMap((subnet) => {
      const network = parseNetwork(subnet.cidr);
      return network !== undefined && contains(network, given)
        ? [{ id: subnet.id, length: network.length }]
        : [];
    })
    .toSorted((one, other) => other.length - one.length)[0];
  if (around === undefined) return null;
  const from = formatAddress(address);
  const first = await queries
    .fetchQuery({ ...rangesQuery(around.id, { from, limit: 1 }), staleTime: 0 })
    .then(({ ranges }) => ranges[0])
    .catch(() => undefined);
  return first?.kind === "reserved" && first.first === from
    ? `${from} is reserved already, for “${first.label ?? first.display_name ?? "somebody"}”`
    : null;
}
