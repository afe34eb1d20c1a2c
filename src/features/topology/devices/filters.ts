import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { deviceAddresses, deviceInterfaces, devices, sites, topologyGroups } from "../tables";
import type { DeviceFilter } from "./list-models";
import { canonicalMacAddress } from "#platform/mac-address";

/** All filters that are given must hold; text is taken literally, blank text is no filter. */
export function deviceFilter(filters: DeviceFilter): SQL | undefined {
  const { search, tag, type, site, group, status, vendor } = filters;
  return and(
    given(search, searchFilter),
    given(tag, (text) => sql`${devices.tags} @> ARRAY[${text}]::text[]`),
    given(type, (text) => sql`lower(${devices.deviceType}) = lower(${text})`),
    given(site, (text) => placeFilter(text, { reference: devices.siteId, place: sites })),
    given(group, (text) => placeFilter(text, { reference: devices.topologyGroupId, place: topologyGroups })),
    status === undefined ? undefined : eq(devices.status, status),
    given(vendor, (text) => contains(devices.vendor, text)),
  );
}

function given(text: string | undefined, filter: (text: string) => SQL | undefined): SQL | undefined {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? undefined : filter(trimmed);
}

/** By id, by name, or `none`. */
function placeFilter(
  text: string,
  { reference, place }: { reference: PgColumn; place: typeof sites | typeof topologyGroups },
): SQL | undefined {
  if (text === "none") return isNull(reference);
  if (/^\d{1,15}$/.test(text)) return eq(reference, Number(text));
  return sql`${reference} IN (SELECT ${place.id} FROM ${place} WHERE lower(${place.name}) = lower(${text}))`;
}

/** A network, an address, a MAC address, or else text that occurs somewhere. */
function searchFilter(text: string): SQL | undefined {
  const network = text.includes("/") ? canonicalNetwork(text) : undefined;
  if (network !== undefined) return withAddress((column) => sql`${column} <<= ${network}::inet`);
  const macAddress = canonicalMacAddress(text);
  if (macAddress !== undefined)
    return or(
      withMacAddress((column) => eq(column, macAddress)),
      occursIn(text),
    );
  const address = canonicalAddress(text);
  if (address !== undefined)
    return or(
      withAddress((column) => sql`${column} = ${address}::inet`),
      ...NAMES.map((column) => contains(column, text)),
    );
  return or(occursIn(text), withAddressText(text), partOfMacAddress(text));
}

const NAMES = [devices.displayName, devices.hostname, devices.notes];
const SEARCHED = [...NAMES, devices.vendor, devices.os, devices.serialNumber, devices.deviceType];

function occursIn(text: string): SQL | undefined {
  const inTags = sql`strpos(lower(array_to_string(${devices.tags}, E'\n')), lower(${text})) > 0`;
  return or(...SEARCHED.map((column) => contains(column, text)), inTags);
}

function contains(column: PgColumn, text: string): SQL {
  return sql`strpos(lower(${column}), lower(${text})) > 0`;
}

type Test = (column: PgColumn) => SQL;

function withAddress(test: Test): SQL | undefined {
  const { deviceId, address } = deviceAddresses;
  const further = sql`${devices.id} IN (SELECT ${deviceId} FROM ${deviceAddresses} WHERE ${test(address)})`;
  return or(test(devices.address), further);
}

function withAddressText(text: string): SQL | undefined {
  if (!/^[0-9a-f.:]+$/i.test(text)) return undefined;
  const { deviceId, ipAddress } = deviceAddresses;
  const further = sql`${devices.id} IN (SELECT ${deviceId} FROM ${deviceAddresses} WHERE ${contains(ipAddress, text)})`;
  return or(contains(devices.ipAddress, text), further);
}

function withMacAddress(test: Test): SQL | undefined {
  const { deviceId, macAddress } = deviceInterfaces;
  const further = sql`${devices.id} IN (SELECT ${deviceId} FROM ${deviceInterfaces} WHERE ${test(macAddress)})`;
  return or(test(devices.macAddress), further);
}

/** A piece of a MAC address in any form, of two octets at least: `00:1a`, `001a.2b`, `1A2B3C`. */
function partOfMacAddress(text: string): SQL | undefined {
  const digits = text.replace(/[:.-]/g, "").toLowerCase();
  if (!/^[0-9a-f]{4,12}$/.test(digits)) return undefined;
  return withMacAddress((column) => sql`strpos(replace(${column}, ':', ''), ${digits}) > 0`);
}
