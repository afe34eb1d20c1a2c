import type { Model } from "../../api/client";
import { stringifySearch } from "../../url/search-params";
import type { Entry, FoundGroup } from "./sources";

/** Of each kind: more than these are looked for on the page of the kind. */
const MOST = 6;

type Lookup = Model<"LookupResult">;

/** What is known of an address, network, MAC or name, as entries of the palette; the nearest first. */
export function lookupGroups(found: Lookup): FoundGroup[] {
  return [
    { label: "Devices", entries: found.devices.slice(0, MOST).map(deviceEntry) },
    { label: "Subnets", entries: found.subnets.slice(0, MOST).map(subnetEntry) },
    { label: "Addresses", entries: addressEntries(found).slice(0, MOST) },
    { label: "Hangs on", entries: (found.attachments ?? []).slice(0, MOST).map(placeEntry) },
    { label: "More", entries: [...mapEntries(found), ...eventEntries(found)] },
  ].filter(({ entries }) => entries.length > 0);
}

function deviceEntry(device: Lookup["devices"][number]): Entry {
  const { id, display_name: name, hostname, ip_address: address } = device;
  const label = [name, hostname, address].find((text) => text !== null && text !== "") ?? `Device ${id}`;
  return {
    id: `device ${id}`,
    label,
    ...(address !== "" && address !== label && { hint: address }),
    href: `/inventory/${id}`,
    page: "/inventory",
  };
}

function subnetEntry({ id, name, cidr }: Lookup["subnets"][number]): Entry {
  return { id: `subnet ${id}`, label: cidr, hint: name, href: `/ipam/${id}`, page: "/ipam" };
}

/** Reservations and leases; an address that has both is there once. */
function addressEntries({ reservations, leases, subnets }: Lookup): Entry[] {
  const hints = new Map<string, string>();
  for (const { ip_address: address, label } of reservations) hints.set(address, `reserved, ${label}`);
  for (const { ip_address: address, hostname, mac_address: mac } of leases) {
    const lease = `lease, ${hostname ?? mac ?? "unknown client"}`;
    hints.set(address, [hints.get(address), lease].filter(Boolean).join("; "));
  }
  // The smallest subnet comes first; it is that of the address only where one address was asked for.
  const [smallest] = subnets;
  const isOfAll = hints.size === 1 && smallest !== undefined;
  return [...hints].map(([address, hint]) => ({
    id: `address ${address}`,
    label: address,
    hint,
    href: isOfAll
      ? `/ipam/${smallest.id}${stringifySearch({ ip: address })}`
      : `/ipam${stringifySearch({ tab: "reservations", find: address })}`,
    page: "/ipam",
  }));
}

function placeEntry(place: NonNullable<Lookup["attachments"]>[number]): Entry {
  const {
    switch: device,
    port_name: name,
    port_index: behind,
    mac_address: mac,
    is_present: isPresent,
  } = place;
  return {
    id: `place ${mac}`,
    label: `${device.name} ${name}`,
    hint: isPresent ? mac : `${mac}, gone`,
    href: `/inventory/${device.id}${stringifySearch({ tab: "attached", behind })}`,
    page: "/inventory",
  };
}

function mapEntries({ devices }: Lookup): Entry[] {
  const [device, ...others] = devices;
  if (device === undefined || others.length > 0) return [];
  const { label } = deviceEntry(device);
  return [
    {
      id: `map ${device.id}`,
      label: `${label} on the map`,
      href: `/topology${stringifySearch({ id: `device-${device.id}` })}`,
      page: "/topology",
    },
  ];
}

function eventEntries({ kind, term }: Lookup): Entry[] {
  const query = kind === "address" || kind === "network" ? `ip:${term}` : quoted(term);
  return [
    {
      id: `events ${term}`,
      label: `Events with ${term}`,
      hint: "last 24 hours",
      href: `/syslog${stringifySearch({ q: query, from: "-24h" })}`,
      page: "/syslog",
    },
  ];
}

/** A text with spaces or colons is one phrase of the event search. */
function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) && !text.startsWith("-") ? text : `"${text.replaceAll('"', "")}"`;
}
