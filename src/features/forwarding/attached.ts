import { and, sql, type SQL } from "drizzle-orm";
import { requireDevice } from "#features/topology";
import { compareExactly, cutPage, keyText, type MemoryOrdering, type Page } from "#platform/http/paging";
import { z } from "zod";
import { readAttachments } from "./attachments";
import { describeMachines, type MachineContext } from "./machines";
import type { AttachedMachine, AttachedQuery, Attachment } from "./models";

const BY_PORT: MemoryOrdering<Attachment> = {
  name: "attached machines",
  keysOfRow: ({ port_index: portIndex, mac_address: macAddress }) => [portIndex, macAddress],
  schema: z.tuple([z.int(), keyText]),
  compare: compareExactly,
};

/** What hangs on a switch, by port: all of it or a page. Throws 404, 422 for a bad cursor. */
export async function listAttached(
  ctx: MachineContext,
  deviceId: number,
  query: AttachedQuery,
): Promise<Page<AttachedMachine>> {
  await requireDevice(ctx.db, deviceId);
  const found = (await readAttachments(ctx.db, filterOf(deviceId, query))).filter((one) =>
    isWanted(one, query),
  );
  const text = query.q?.toLowerCase() ?? "";
  if (text !== "") {
    const described = await describeMachines(ctx, found);
    const matching = described.filter((machine) => textsOf(machine).some((own) => own.includes(text)));
    return cutPage<AttachedMachine>(matching, query, BY_PORT);
  }
  const page = cutPage(found, query, BY_PORT);
  return { ...page, rows: await describeMachines(ctx, page.rows) };
}

function filterOf(deviceId: number, { port_index: portIndex }: AttachedQuery): SQL {
  const wanted = and(
    sql`place.device_id = ${deviceId}`,
    portIndex === undefined ? undefined : sql`place.port_index = ${portIndex}`,
  );
  return wanted ?? sql`false`;
}

function isWanted({ vlans, is_present: isPresent }: Attachment, query: AttachedQuery): boolean {
  if (query.vlan !== undefined && !vlans.includes(query.vlan)) return false;
  return query.is_present === undefined || query.is_present === isPresent;
}

function textsOf(machine: AttachedMachine): string[] {
  const { mac_address, port_name, port_alias, vendor, device, ip_addresses, hostname } = machine;
  return [mac_address, port_name, port_alias, vendor, device?.name, hostname, ...ip_addresses].flatMap(
    (text) => text?.toLowerCase() ?? [],
  );
}
