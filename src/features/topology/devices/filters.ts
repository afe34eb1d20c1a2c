import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { canonicalAddress, canonicalNetwork } from "#platform/ip";
import { canonicalMacAddress, macAddressDigits } from "#platform/mac-address";
import { contains, given, isAtPlace, isText, occursIn } from "#platform/row-filters";
import { deviceAddresses, deviceInterfaces, devices, sites, topologyGroups } from "../tables";
import type { DeviceFilter } from "./list-models";

/** All filters that are given must hold; text is taken literally, blank text is no filter. */
export function deviceFilter(filters: DeviceFilter): SQL | undefined {
  const {
    search,
    name,
    ip_address: address,
    mac_address: mac,
    tag,
    type,
    site,
    group,
    status,
    vendor,
  } = filters;
  return and(
    given(search, searchFilter),
    given(name, (text) => or(isText(devices.displayName, text), isText(devices.hostname, text))),
    address === undefined ? undefined : withAddress((column) => sql`${column} = ${address}::inet`),
    mac === undefined ? undefined : withMacAddress((column) => eq(column, mac)),
    given(tag, (text) => sql`${devices.tags} @> ARRAY[${text}]::text[]`),
    given(type, (text) => isText(devices.deviceType, text)),
    given(site, (text) => isAtPlace(text, { reference: devices.siteId, place: sites })),
    given(group, (text) => isAtPlace(text, { reference: devices.topologyGroupId, place: topologyGroups })),
    status === undefined ? undefined : eq(devices.status, status),
    given(vendor, (text) => contains(devices.vendor, text)),
  );
}

/** A network, an address, a MAC address, or else text that occurs somewhere. */
function searchFilter(text: string): SQL | undefined {
  const network = text.includes("/") ? canonicalNetwork(text) : undefined;
  if (network !== undefined) return withAddress((column) => sql`${column} <<= ${network}::inet`);
  const macAddress = canonicalMacAddress(text);
  if (macAddress !== undefined)
    return or(
      withMacAddress((column) => eq(column, macAddress)),
      occursIn(SEARCHED, text),
    );
  const address = canonicalAddress(text);
  if (address !== undefined)
    return or(
      withAddress((column) => sql`${column} = ${address}::inet`),
      occursIn(NAMES, text),
    );
  return or(occursIn(SEARCHED, text), withAddressText(text), partOfMacAddress(text));
}

const NAMES = [devices.displayName, devices.hostname, devices.notes];
const TAGS = sql`array_to_string(${devices.tags}, E'\n')`;
const SEARCHED = [...NAMES, devices.vendor, devices.os, devices.serialNumber, devices.deviceType, TAGS];

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

function partOfMacAddress(text: string): SQL | undefined {
  const digits = macAddressDigits(text);
  if (digits === undefined) return undefined;
  return withMacAddress((column) => sql`strpos(replace(${column}, ':', ''), ${digits}) > 0`);
}
