import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { canonicalAddress } from "#platform/ip";
import { deviceNameOf, devices } from "#tables/topology";
import type { AddressHolder, AddressHolders } from "./models";
import { BindingRow, bindingColumns, toAddressBinding } from "./rows";
import { isHeldAt } from "./timeline";

/** Sources and reporters of one address that are asked; forged senders could make any number. */
const MAX_REPORTERS = 64;
/** Where a MAC address hung at most so long before is not said of a moment. */
const PORT_DAYS = 30;
const DAY_MS = 86_400_000;

const HolderRow = BindingRow.extend({ asked: z.string() });

/**
 * Who held each of the addresses at that moment, by every source and reporter that knows; where none does, who held it
 * last before. Each costs a few look-ups in an index, however long the history is.
 */
export async function findHolders(
  db: Db,
  { addresses, at }: { addresses: readonly string[]; at: Date },
): Promise<AddressHolders[]> {
  const rows = z.array(HolderRow).parse([...(await db.execute(LAST_BEFORE(addresses, at)))]);
  const found = rows.map((row) => ({ asked: row.asked, ...judged(row, at.getTime()) }));
  const placed = await withPorts(db, found, at);
  const named = await withDevices(db, placed);
  return addresses.map((address) => {
    const own = named.filter(({ asked }) => asked === address).map(({ asked: _asked, ...holder }) => holder);
    return { ip_address: address, at: toTimestamp(at), holders: chosen(own) };
  });
}

/**
 * Of each source and reporter of an address its last binding that began by then. Jumps from reporter to reporter in the
 * key's index.
 */
const LAST_BEFORE = (addresses: readonly string[], at: Date) => sql`
  SELECT asked.value AS asked, ${bindingColumns}
  FROM jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb) AS asked (value)
  CROSS JOIN LATERAL (
    WITH RECURSIVE reporters AS (
      (SELECT source, reporter FROM address_bindings WHERE address = asked.value::inet
        ORDER BY source, reporter LIMIT 1)
      UNION ALL
      SELECT next.source, next.reporter FROM reporters CROSS JOIN LATERAL (
        SELECT other.source, other.reporter FROM address_bindings other
        WHERE other.address = asked.value::inet
          AND (other.source, other.reporter) > (reporters.source, reporters.reporter)
        ORDER BY other.source, other.reporter LIMIT 1) next
    )
    SELECT * FROM reporters LIMIT ${MAX_REPORTERS}
  ) reporters
  CROSS JOIN LATERAL (
    SELECT * FROM address_bindings own
    WHERE own.address = asked.value::inet AND own.source = reporters.source
      AND own.reporter = reporters.reporter AND own.held_from <= ${at.toISOString()}::timestamptz
    ORDER BY own.held_from DESC LIMIT 1
  ) binding`;

type Judged = Omit<AddressHolder, "device">;

function judged(row: z.infer<typeof BindingRow>, at: number): Judged {
  const [from, to] = [row.held_from.getTime(), row.ends_at.getTime()];
  const isHeld = isHeldAt({ from, to }, at);
  const certainty = !isHeld ? "before" : row.seen_at.getTime() >= at ? "seen" : "assumed";
  return { ...toAddressBinding(row), certainty };
}

const SURENESS = { seen: 0, assumed: 1, before: 2 };

/** Those who held it; where there is none, the last of those before. */
function chosen(holders: readonly AddressHolder[]): AddressHolder[] {
  const sorted = holders.toSorted(
    (one, other) =>
      SURENESS[one.certainty] - SURENESS[other.certainty] || other.seen_at.localeCompare(one.seen_at),
  );
  const held = sorted.filter(({ certainty }) => certainty !== "before");
  if (held.length > 0) return held;
  return sorted.toSorted((one, other) => other.to.localeCompare(one.to)).slice(0, 1);
}

const PortRow = z.object({
  mac_address: z.string(),
  switch_name: z.string().nullable(),
  switch_port: z.string(),
});

/** Servers know MAC addresses, switches know where these hang: whatever address it had there. */
async function withPorts<Found extends Judged>(db: Db, found: readonly Found[], at: Date): Promise<Found[]> {
  const wanted = found.flatMap(({ mac_address: mac, switch_port: port }) =>
    mac !== null && port === null ? [mac] : [],
  );
  if (wanted.length === 0) return [...found];
  const since = new Date(at.getTime() - PORT_DAYS * DAY_MS).toISOString();
  const rows = await db.execute(sql`
    SELECT asked.value AS mac_address, switch_name, switch_port
    FROM jsonb_array_elements_text(${JSON.stringify([...new Set(wanted)])}::text::jsonb) AS asked (value)
    CROSS JOIN LATERAL (
      SELECT switch_name, switch_port FROM address_bindings
      WHERE mac_address = asked.value::macaddr AND switch_port IS NOT NULL
        AND held_from BETWEEN ${since}::timestamptz AND ${at.toISOString()}::timestamptz
        AND ends_at > ${at.toISOString()}::timestamptz
      ORDER BY held_from DESC LIMIT 1) port`);
  const ports = new Map(
    z
      .array(PortRow)
      .parse([...rows])
      .map((row) => [row.mac_address, row]),
  );
  return found.map((holder) => {
    const port = holder.switch_port === null ? ports.get(holder.mac_address ?? "") : undefined;
    return port === undefined
      ? holder
      : { ...holder, switch_name: port.switch_name, switch_port: port.switch_port };
  });
}

async function withDevices<Found extends Judged>(db: Db, found: readonly Found[]) {
  const addresses = [...new Set(found.flatMap(({ mac_address: mac }) => mac ?? []))];
  const rows =
    addresses.length === 0
      ? []
      : await db
          .select({ id: devices.id, name: deviceNameOf(), macAddress: devices.macAddress })
          .from(devices)
          .where(inArray(devices.macAddress, addresses))
          .orderBy(devices.id);
  const known = new Map(rows.map(({ id, name, macAddress }) => [macAddress, { id, name }]));
  return found.map((holder) => ({ ...holder, device: known.get(holder.mac_address) ?? null }));
}

const HeldAddress = z.array(z.object({ address: z.string() }));
const MAX_HELD = 20;

/** The addresses that a machine had at that moment, by its MAC address in canonical form. */
export async function findAddressesHeldBy(
  db: Db,
  { macAddress, at }: { macAddress: string; at: Date },
): Promise<string[]> {
  const moment = at.toISOString();
  const rows = await db.execute(sql`
    SELECT host(address) AS address FROM address_bindings
    WHERE mac_address = ${macAddress}::macaddr AND held_from <= ${moment}::timestamptz
      AND ends_at > ${moment}::timestamptz
    ORDER BY held_from DESC LIMIT ${MAX_HELD}`);
  const addresses = HeldAddress.parse([...rows]).map(({ address }) => canonicalAddress(address) ?? address);
  return [...new Set(addresses)];
}
