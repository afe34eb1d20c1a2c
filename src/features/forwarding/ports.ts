import { sql } from "drizzle-orm";
import { z } from "zod";
import { requireDevice } from "#features/topology";
import { compareNaturally, cutPage, nameAndId, type MemoryOrdering, type Page } from "#platform/http/paging";
import { deviceNameOf } from "#tables/topology";
import { readAttachments } from "./attachments";
import { LEAD_REASONS } from "./leads";
import { describeMachines, type MachineContext } from "./machines";
import type { AttachedMachine, AttachedPort, AttachedPortQuery, Attachment } from "./models";

const EXAMPLES = 3;
/** So many of a port are looked at for its examples. */
const LOOKED_AT = 24;

const PortRow = z.object({
  port_index: z.coerce.number(),
  name: z.string(),
  alias: z.string().nullable(),
  macs: z.coerce.number(),
});

const LeadRow = z.object({
  port_index: z.coerce.number(),
  id: z.coerce.number(),
  name: z.string(),
  reason: z.enum(LEAD_REASONS),
});

const BY_NAME: MemoryOrdering<z.infer<typeof PortRow>> = {
  name: "attached ports",
  keysOfRow: ({ name, port_index: portIndex }) => [name, portIndex],
  schema: nameAndId,
  compare: compareNaturally,
};

/** The ports of a switch behind which there is something, or was, by name. Throws 404, 422 for a bad cursor. */
export async function listAttachedPorts(
  ctx: MachineContext,
  deviceId: number,
  query: AttachedPortQuery,
): Promise<Page<AttachedPort>> {
  const { db } = ctx;
  await requireDevice(db, deviceId);
  const rows = await db.execute(sql`
    SELECT port_index, name, alias, macs FROM forwarding_ports WHERE device_id = ${deviceId}`);
  const page = cutPage(z.array(PortRow).parse([...rows]), query, BY_NAME);
  const attached = Map.groupBy(
    await readAttachments(db, sql`place.device_id = ${deviceId}`),
    ({ port_index: portIndex }) => portIndex,
  );
  const leads = await readLeads(ctx, deviceId);
  const described = await describeMachines(
    ctx,
    page.rows.flatMap(({ port_index: portIndex }) =>
      presentFirst(attached.get(portIndex) ?? []).slice(0, LOOKED_AT),
    ),
  );
  const examples = Map.groupBy(described, ({ port_index: portIndex }) => portIndex);
  return {
    ...page,
    rows: page.rows.map((port) => {
      const own = attached.get(port.port_index) ?? [];
      return {
        port_index: port.port_index,
        port_name: port.name,
        port_alias: port.alias,
        macs: port.macs,
        machines: own.length,
        present: own.filter(({ is_present: isPresent }) => isPresent).length,
        leads_to: leads.get(port.port_index) ?? [],
        examples: bestKnown(examples.get(port.port_index) ?? []),
      };
    }),
  };
}

async function readLeads(
  { db }: MachineContext,
  deviceId: number,
): Promise<Map<number, AttachedPort["leads_to"]>> {
  const rows = await db.execute(sql`
    SELECT lead.port_index, device.id, ${deviceNameOf(sql`device`)} AS name, lead.reason FROM forwarding_leads lead
    JOIN devices device ON device.id = lead.to_device_id
    WHERE lead.device_id = ${deviceId} ORDER BY device.name_key, device.id`);
  const leads = new Map<number, AttachedPort["leads_to"]>();
  for (const { port_index: portIndex, id, name, reason } of z.array(LeadRow).parse([...rows])) {
    const own = leads.get(portIndex) ?? [];
    own.push({ device: { id, name }, reason });
    leads.set(portIndex, own);
  }
  return leads;
}

function presentFirst(attachments: readonly Attachment[]): Attachment[] {
  return attachments.toSorted((one, other) => Number(other.is_present) - Number(one.is_present));
}

function bestKnown(machines: readonly AttachedMachine[]): AttachedMachine[] {
  const worth = ({ is_present: isPresent, device, hostname, ip_addresses: addresses }: AttachedMachine) =>
    8 * Number(isPresent) +
    4 * Number(device !== null) +
    2 * Number(hostname !== null) +
    Number(addresses.length > 0);
  return machines.toSorted((one, other) => worth(other) - worth(one)).slice(0, EXAMPLES);
}
