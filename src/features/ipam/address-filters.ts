import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { canonicalMacAddress, macAddressDigits } from "#platform/mac-address";
import { given, occursIn } from "#platform/row-filters";

export type AddressQuery = {
  search?: string | undefined;
  /** Both in canonical form. */
  ip_address?: string | undefined;
  mac_address?: string | undefined;
};

/** Where a list of addresses has what it is searched for. */
export type AddressColumns = {
  address: PgColumn;
  macAddress: PgColumn;
  /** True where older rows have their MAC address in the form that somebody typed: no index finds them. */
  hasTypedMacAddresses: boolean;
  texts: readonly PgColumn[];
};

/** The condition of the filters that lists of addresses have in common; none where none is given. */
export function addressFilter(query: AddressQuery, columns: AddressColumns): SQL | undefined {
  const { address, macAddress, hasTypedMacAddresses } = columns;
  return and(
    given(query.ip_address, (text) => sql`${address} = ${text}::inet`),
    given(query.mac_address, (text) =>
      hasTypedMacAddresses
        ? sql`${digitsOf(macAddress)} = ${text.replaceAll(":", "")}`
        : eq(macAddress, text),
    ),
    given(query.search, (text) => searchFilter(text, columns)),
  );
}

/** A network, an address, a MAC address, or else text that occurs somewhere. */
function searchFilter(text: string, { address, macAddress, texts }: AddressColumns): SQL | undefined {
  const network = text.includes("/") ? canonicalNetwork(text) : undefined;
  if (network !== undefined) return or(sql`${address} <<= ${network}::inet`, occursIn(texts, text));
  const wanted = canonicalAddress(text);
  if (wanted !== undefined) return or(sql`${address} = ${wanted}::inet`, occursIn(texts, text));
  return or(
    occursIn([...texts, macAddress, sql`host(${address})`], text),
    partOfMacAddress(macAddress, canonicalMacAddress(text) ?? text),
  );
}

function digitsOf(macAddress: PgColumn): SQL {
  return sql`translate(lower(${macAddress}), ':-. ', '')`;
}

function partOfMacAddress(macAddress: PgColumn, text: string): SQL | undefined {
  const digits = macAddressDigits(text);
  return digits === undefined ? undefined : sql`strpos(${digitsOf(macAddress)}, ${digits}) > 0`;
}
