import { addressOf, macAddressOf, textOf } from "#platform/snmp/octets";

/** What a neighbour calls itself or a port of it. */
export type Identifier = {
  text: string;
  /** Lower case with colons; null: it is no MAC address. */
  macAddress: string | null;
  /** Canonical; null: it is no network address. */
  address: string | null;
};

type Kind = "mac-address" | "network-address" | "interface-name" | "other";

/**
 * Subtypes of IEEE 802.1AB (LldpChassisIdSubtype, LldpPortIdSubtype): what octets there are to be read in another way
 * than as text.
 */
const CHASSIS_KINDS: Readonly<Record<number, Kind>> = {
  4: "mac-address",
  5: "network-address",
  6: "interface-name",
};
const PORT_KINDS: Readonly<Record<number, Kind>> = {
  3: "mac-address",
  4: "network-address",
  5: "interface-name",
};

const MAC_IN_TEXT = /^[\da-f]{2}(?:([:-])[\da-f]{2}(?:\1[\da-f]{2}){4}|[\da-f]{2}\.[\da-f]{4}\.[\da-f]{4})$/i;

export type Given = { subtype: number | null; octets: Buffer };

/** The identifier of a chassis; undefined: there is nothing in it. */
export function chassisOf({ subtype, octets }: Given): Identifier | undefined {
  return identifierOf(octets, CHASSIS_KINDS[subtype ?? 0] ?? "other");
}

/** The identifier of a port; undefined: there is nothing in it. */
export function portOf({ subtype, octets }: Given): Identifier | undefined {
  return identifierOf(octets, PORT_KINDS[subtype ?? 0] ?? "other");
}

/**
 * What people call the port: its identifier where that is a name of an interface, else its description, else the
 * identifier. Both ends of a cable say it in the same way, as a device announces what its own table of ports has.
 */
export function portName({ subtype, octets }: Given, description: string | null): string | null {
  const port = portOf({ subtype, octets });
  if (PORT_KINDS[subtype ?? 0] === "interface-name") return port?.text ?? description;
  return description ?? port?.text ?? null;
}

/** A MAC address that some agents write as text; undefined: it is none. */
export function macAddressInText(text: string): string | undefined {
  if (!MAC_IN_TEXT.test(text)) return undefined;
  return macAddressOf(Buffer.from(text.replaceAll(/[^\da-f]/gi, ""), "hex"));
}

function identifierOf(octets: Buffer, kind: Kind): Identifier | undefined {
  const text = textOf(octets);
  const asOctets = kind === "mac-address" ? macAddressOf(octets) : undefined;
  const macAddress = asOctets ?? macAddressInText(text ?? "");
  if (macAddress !== undefined) return { text: macAddress.toUpperCase(), macAddress, address: null };
  const address = kind === "network-address" ? networkAddressOf(octets) : undefined;
  const shown = address ?? text;
  return shown === null ? undefined : { text: shown, macAddress: null, address: address ?? null };
}

/** The first octet is the family (IANA: 1 IPv4, 2 IPv6). */
function networkAddressOf([family, ...octets]: Buffer): string | undefined {
  if (family !== 1 && family !== 2) return undefined;
  return octets.length === (family === 1 ? 4 : 16) ? addressOf(octets) : undefined;
}
