import { z } from "zod";
import { DeviceUpdate, readDevices, writeDevices } from "#features/topology";
import type { Fields } from "../kinds";
import type { NeutralRow } from "../read/read-import";
import { deviceOfName } from "./device-book";
import { refusalOfRow, refused, rowOutcome, writeOrForget, type Outcome } from "./outcome";
import { readModel } from "./read-model";
import { RowFaults, type ImportRun } from "./rules";

const Interface = z.object({
  name: z.string(),
  mac_address: z.string().nullable(),
  description: z.string().nullable(),
  ip_addresses: z.array(z.string()),
});
type Interface = z.infer<typeof Interface>;

type Said = { deviceId: number; said: Partial<Interface> & { name: string } };

/**
 * Adds interfaces to devices, and addresses to interfaces: several rows may speak of one. What a device has beside
 * them stays.
 */
export async function takeInterfaces(run: ImportRun, rows: readonly NeutralRow[]): Promise<Outcome[]> {
  const read = rows.map((row) => readInterface(run, row));
  const ids = [...new Set(read.flatMap((one) => ("deviceId" in one ? [one.deviceId] : [])))];
  const devices = await readDevices(run, { ids, userId: run.userId });
  const known = new Map(devices.map(({ id, interfaces }) => [id, Interface.array().parse(interfaces)]));
  const changed = new Set<number>();
  const outcomes = read.map((one): Outcome => {
    if ("action" in one) return one;
    const interfaces = known.get(one.deviceId) ?? [];
    const outcome = addTo(interfaces, one.said, run.existing);
    known.set(one.deviceId, interfaces);
    if (outcome.action !== "unchanged") changed.add(one.deviceId);
    return { ...outcome, id: one.deviceId };
  });
  const refusals = await writeEach(run, known, changed);
  return outcomes.map((outcome, place) => {
    const one = read[place];
    const refusal = one !== undefined && "deviceId" in one ? refusals.get(one.deviceId) : undefined;
    return refusal !== undefined && outcome.action !== "unchanged" ? refusal : outcome;
  });
}

function readInterface(run: ImportRun, row: NeutralRow): Said | Outcome {
  const refusal = refusalOfRow(run, "topology_write", row);
  if (refusal !== undefined) return refusal;
  const { device, ...given } = row.fields;
  if (typeof device !== "string") return refused([{ field: "device", msg: "Field required" }]);
  const found = deviceOfName(run.devices, device);
  if ("fault" in found) return refused([{ field: "device", msg: found.fault }]);
  try {
    return { deviceId: found.id, said: readFields(given) };
  } catch (error) {
    if (error instanceof RowFaults) return refused(error.faults);
    throw error;
  }
}

/** By the rules of a device with this one interface. */
function readFields(given: Fields): Said["said"] {
  const [made] = readModel(DeviceUpdate, { interfaces: [given] }).interfaces ?? [];
  if (made === undefined) throw new Error("our bug: an interface was read and is not there");
  const { mac_address, description, ip_addresses } = made;
  return {
    name: made.name,
    ...("mac_address" in given && { mac_address }),
    ...("description" in given && { description }),
    ...("ip_addresses" in given && { ip_addresses }),
  };
}

function addTo(interfaces: Interface[], said: Said["said"], existing: ImportRun["existing"]): Outcome {
  const own = interfaces.find(({ name }) => name.toLowerCase() === said.name.toLowerCase());
  if (own === undefined) {
    interfaces.push({ mac_address: null, description: null, ip_addresses: [], ...said });
    return { action: "created" };
  }
  const fields: string[] = [];
  const isOpen = (present: string | null) =>
    existing === "update" || (existing === "fill" && present === null);
  for (const name of ["mac_address", "description"] as const) {
    const value = said[name] ?? null;
    if (value === null || value === own[name] || !isOpen(own[name])) continue;
    own[name] = value;
    fields.push(name);
  }
  const further = (said.ip_addresses ?? []).filter((address) => !own.ip_addresses.includes(address));
  if (further.length > 0 && existing !== "keep") {
    own.ip_addresses.push(...further);
    fields.push("ip_addresses");
  }
  return fields.length === 0 ? { action: "unchanged" } : { action: "updated", fields };
}

/** Writes the interfaces of each device; gives what refuses those of one, such as too many of them. */
async function writeEach(
  run: ImportRun,
  known: ReadonlyMap<number, Interface[]>,
  changed: ReadonlySet<number>,
): Promise<Map<number, Outcome>> {
  const refusals = new Map<number, Outcome>();
  const writes: { id: number; changes: DeviceUpdate }[] = [];
  for (const id of changed) {
    try {
      writes.push({ id, changes: readModel(DeviceUpdate, { interfaces: known.get(id) }) });
    } catch (error) {
      if (!(error instanceof RowFaults)) throw error;
      refusals.set(id, refused(error.faults));
    }
  }
  const write = (some: typeof writes) =>
    rowOutcome(() => writeOrForget(run, (own) => writeDevices(own, { writes: some, userId: run.userId })));
  if (!("action" in (await write(writes)))) return refusals;
  // One of them is refused: each by itself, so that the others are written.
  for (const one of writes) {
    const written = await write([one]);
    if ("action" in written) refusals.set(one.id, written);
  }
  return refusals;
}
