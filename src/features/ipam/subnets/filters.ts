import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { given, isAtPlace, isText, occursIn } from "#platform/row-filters";
import { sites } from "#tables/topology";
import { subnets } from "../tables";
import type { SubnetQuery } from "./models";

/** All filters that are given must hold; none where all subnets are asked for. */
export function subnetFilter(query: SubnetQuery): SQL | undefined {
  const { search, name, cidr, contains, within, vlan_id: vlanId, site } = query;
  return and(
    given(search, searchFilter),
    given(name, (text) => isText(subnets.name, text)),
    given(cidr, (text) => sql`${subnets.network} = ${canonicalNetwork(text)}::cidr`),
    given(contains, hasAddress),
    given(within, isWithin),
    given(vlanId, (text) => eq(subnets.vlanId, text)),
    given(site, (text) => isAtPlace(text, { reference: subnets.siteId, place: sites })),
  );
}

/** The subnets that an address lies in, those in a network, or else those in which the text occurs somewhere. */
function searchFilter(text: string): SQL | undefined {
  const address = canonicalAddress(text);
  if (address !== undefined) return or(hasAddress(address), occursIn(SEARCHED, text));
  const network = text.includes("/") ? canonicalNetwork(text) : undefined;
  if (network !== undefined) return or(isWithin(network), occursIn(SEARCHED, text));
  return or(occursIn([...SEARCHED, sql`${subnets.network}::text`], text), eq(subnets.vlanId, text));
}

const SEARCHED = [subnets.name, subnets.description, subnets.notes, subnets.dnsServers];

function hasAddress(address: string): SQL {
  return sql`${subnets.network} >>= ${address}::inet`;
}

function isWithin(network: string): SQL {
  return sql`${subnets.network} <<= ${canonicalNetwork(network)}::inet`;
}
