import { eq, sql } from "drizzle-orm";
import { findCurrentAddresses, type Observation } from "#features/bindings";
import type { Db } from "#platform/database";
import { parseAddress } from "#platform/ip";
import type { ArpEntry } from "#platform/snmp/arp-table";
import { deviceNameOf, devices } from "#tables/topology";
import { findAttachments, readAttachments } from "./attachments";
import type { Attachment } from "./models";

/** Of no single host, or the same in every network. */
const NO_HOST = ["linkLocal", "multicast", "broadcast", "unspecified"];

/** What an ARP table says of who has which address, with the port where each hangs as far as it is known. */
export async function observationsOfArp(
  db: Db,
  { entries, reporter, at }: { entries: readonly ArpEntry[]; reporter: string; at: Date },
): Promise<Observation[]> {
  const ofHosts = entries.filter(({ address }) => isHost(address));
  const places = new Map(
    (
      await findAttachments(
        db,
        ofHosts.map(({ macAddress }) => macAddress),
      )
    ).map((attachment) => [attachment.mac_address, attachment]),
  );
  return ofHosts.map(({ address, macAddress }) => ({
    address,
    macAddress,
    switchPort: portOf(places.get(macAddress)),
    source: "arp",
    reporter,
    moment: at,
  }));
}

/** The same of a table that was read of a device just now; nothing where the device has gone. */
export async function observationsOfArpOf(
  db: Db,
  { deviceId, entries }: { deviceId: number; entries: readonly ArpEntry[] },
): Promise<Observation[]> {
  const [device] = await db.select({ name: deviceNameOf() }).from(devices).where(eq(devices.id, deviceId));
  if (device === undefined) return [];
  return observationsOfArp(db, { entries, reporter: device.name, at: new Date() });
}

/** A machine that hangs on a switch still has the addresses there that it has by what else is known. */
export async function observationsOfSwitch(
  db: Db,
  { device, at }: { device: { id: number; name: string }; at: Date },
): Promise<Observation[]> {
  const attached = await readAttachments(db, sql`place.device_id = ${device.id} AND seen.is_present`);
  const places = new Map(attached.map((attachment) => [attachment.mac_address, attachment]));
  const held = await findCurrentAddresses(db, { macAddresses: [...places.keys()], at });
  return held.map(({ address, macAddress, host }) => ({
    address,
    macAddress,
    host,
    switchPort: portOf(places.get(macAddress)),
    source: "snmp",
    reporter: device.name,
    moment: at,
  }));
}

function isHost(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && !NO_HOST.includes(address.range());
}

/** Of a machine that has left its port nothing is said. */
function portOf(attachment: Attachment | undefined): Observation["switchPort"] {
  if (attachment?.is_present !== true) return null;
  return { switchName: attachment.switch.name, port: attachment.port_name };
}
