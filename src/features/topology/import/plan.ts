import type { ValidationIssue } from "#platform/errors";
import type { DeviceInterface } from "../devices/interface-models";
import type { ImportEntry, ImportRow } from "./entry";
import { faultsOfRow, nameOfRow } from "./faults";
import { UNKNOWN, type DeviceIndex, type Match } from "./match";
import type { ImportQuery, RowResult } from "./models";
import { applyEntry, NEW_DEVICE, type DeviceState, type Surroundings } from "./state";

export type Mode = ImportQuery["mode"];

/** A row and the device that it speaks of. */
export type MatchedRow = ImportRow & { match: Match };

/** Finds the device of a row. Two rows of one device are a mistake, but where no mode is given the later one adds to it. */
export function findMatch(entry: ImportEntry, index: DeviceIndex, mode: Mode): Match {
  if (mode !== undefined) return index.find(entry);
  const address = entry.ip_address;
  const id = typeof address === "string" ? index.findByAddress(address) : undefined;
  return id === undefined ? UNKNOWN : { kind: "one", id, by: "ip_address" };
}

export type StoredDevice = {
  state: DeviceState;
  interfaces: readonly DeviceInterface[];
  additionalAddresses: readonly string[];
};

/** What is to be written of a device; `before` is undefined for a new one. */
export type PlannedWrite = {
  /** The rows' places in `results`; the first is the device's own. */
  places: number[];
  id: number | undefined;
  before: DeviceState | undefined;
  after: DeviceState;
  /** Undefined: they stay as they are. */
  interfaces: Pick<ImportEntry, "interfaces" | "additional_addresses"> | undefined;
};

export type Plan = {
  results: RowResult[];
  writes: PlannedWrite[];
  counts: Record<RowResult["action"], number>;
  /** The first faults, as the answer tells them, and as a refusal does. */
  errors: string[];
  issues: ValidationIssue[];
};

export type PlanContext = { mode: Mode; around: Surroundings; isCsv: boolean };

export type Planner = {
  /** Decides on further rows; `stored` has the devices that they speak of. */
  add(rows: readonly MatchedRow[], stored: ReadonlyMap<number, StoredDevice>): void;
  plan: Plan;
};

/** Faults that one answer tells: who mends a file does not read more of them. */
export const MOST_TOLD = 1000;

/** Decides on every row, some at a time, without writing anything. */
export function createPlanner(context: PlanContext): Planner {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  const plan: Plan = { results: [], writes: [], counts, errors: [], issues: [] };
  const seen = new Map<string, PlannedWrite>();
  return {
    plan,
    add(rows, stored) {
      for (const row of rows) {
        const result = planRow(row, { ...context, stored, plan, seen });
        plan.results.push(result);
        counts[result.action]++;
        if (result.action === "failed" && plan.issues.length < MOST_TOLD)
          tell(plan, row, { result, context });
      }
    },
  };
}

function tell(
  plan: Plan,
  row: ImportRow,
  { result, context }: { result: RowResult; context: PlanContext },
): void {
  const name = nameOfRow(row);
  const room = MOST_TOLD - plan.issues.length;
  for (const { msg } of result.errors.slice(0, room))
    plan.errors.push(`${name}: ${msg.replace(/^Value error, /, "")}`);
  plan.issues.push(...faultsOfRow(row, { found: result.errors, isCsv: context.isCsv }).slice(0, room));
}

type Planning = PlanContext & {
  stored: ReadonlyMap<number, StoredDevice>;
  plan: Plan;
  seen: Map<string, PlannedWrite>;
};

function planRow(row: MatchedRow, planning: Planning): RowResult {
  const { match, errors } = row;
  const matched = match.kind === "one" ? match : undefined;
  const told = { row: row.row, device_id: matched?.id ?? null, matched_by: matched?.by ?? null };
  const failed = (found: { field: string; msg: string }[]): RowResult => ({
    ...told,
    action: "failed",
    errors: found.map(({ field, msg }) => ({ field, msg })),
  });
  if (errors.length > 0) return failed(errors);
  const refusal = refusalOf(match, planning.mode);
  if (refusal !== undefined) return failed([refusal]);
  if (matched !== undefined && planning.mode === "skip") return { ...told, action: "skipped", errors: [] };
  const twin = findTwin(row, planning.seen);
  if (twin !== undefined && planning.mode !== undefined) {
    const first = planning.plan.results[twin.places[0] ?? 0]?.row ?? 0;
    return failed([{ field: "", msg: `Same device as row ${first}` }]);
  }
  return planWrite({ row, twin, told, failed }, planning);
}

function refusalOf(match: Match, mode: Mode): { field: string; msg: string } | undefined {
  if (match.kind === "several")
    return { field: match.by, msg: `Several devices match: ${match.ids.slice(0, 5).join(", ")}` };
  if (match.kind === "one" && mode === "create")
    return { field: match.by, msg: `Device ${match.id} is there already` };
  if (match.kind === "none" && mode === "update") return { field: "", msg: "No device matches" };
  return undefined;
}

/** The rows that were planned before, by what tells a device from others. */
function findTwin(row: MatchedRow, seen: ReadonlyMap<string, PlannedWrite>): PlannedWrite | undefined {
  return keysOf(row)
    .map((key) => seen.get(key))
    .find((planned) => planned !== undefined);
}

function keysOf({ match, entry }: MatchedRow): string[] {
  if (match.kind === "one") return [`device ${match.id}`];
  const { mac_address: mac, ip_address: address } = entry;
  return [
    ...(typeof mac === "string" ? [`mac ${mac}`] : []),
    ...(typeof address === "string" && typeof mac !== "string" ? [`address ${address}`] : []),
  ];
}

type Told = Pick<RowResult, "row" | "device_id" | "matched_by">;

type Writing = {
  row: MatchedRow;
  twin: PlannedWrite | undefined;
  told: Told;
  failed: (errors: { field: string; msg: string }[]) => RowResult;
};

function planWrite({ row, twin, told, failed }: Writing, planning: Planning): RowResult {
  const { plan, stored } = planning;
  const known = told.device_id === null ? undefined : stored.get(told.device_id);
  const before = twin?.after ?? known?.state;
  const entry = entryToApply(row.entry, { ...planning, before });
  const { state: after, errors } = applyEntry(before ?? NEW_DEVICE, entry, planning.around);
  if (errors.length > 0) return failed(errors);
  const interfaces = changedInterfaces(entry, known);
  const isNew = before === undefined;
  const isSame = !isNew && interfaces === undefined && Bun.deepEquals(before, after);
  if (isSame) return { ...told, action: "unchanged", errors: [] };
  const place = plan.results.length;
  if (twin !== undefined) {
    Object.assign(twin, { after, places: [...twin.places, place] });
    return { ...told, action: "updated", errors: [] };
  }
  const write: PlannedWrite = {
    places: [place],
    id: told.device_id ?? undefined,
    before,
    after,
    interfaces,
  };
  plan.writes.push(write);
  for (const key of keysOf(row)) planning.seen.set(key, write);
  return { ...told, action: isNew ? "created" : "updated", errors: [] };
}

/** Without a mode only these, where they are filled, replace what a known device has, as in the contract. */
const CONTRACT_FIELDS = ["hostname", "display_name", "mac_address", "vendor", "device_type"] as const;

function entryToApply(
  entry: ImportEntry,
  context: Pick<PlanContext, "mode" | "isCsv" | "around"> & { before: DeviceState | undefined },
): ImportEntry {
  const { before, mode, isCsv, around } = context;
  if (mode === undefined && before !== undefined) {
    const filled = CONTRACT_FIELDS.filter((name) => typeof entry[name] === "string");
    return Object.fromEntries(filled.map((name) => [name, entry[name]]));
  }
  const groupId = entry.topology_group_id;
  const isStrangeGroup = typeof groupId === "number" && around.groups.find(groupId) === undefined;
  // The contract ignores an unknown group id; with a mode it is an error.
  if (mode === undefined && isStrangeGroup) return { ...entry, topology_group_id: undefined };
  const isSameTags = isCsv && before !== undefined && Bun.deepEquals(splitTags(before.tags), entry.tags);
  return isSameTags ? { ...entry, tags: before.tags } : entry;
}

/** As a CSV file shows them, where a tag with a comma looks like two. */
function splitTags(tags: readonly string[]): string[] {
  return [...new Set(tags.flatMap((tag) => tag.split(",")).map((tag) => tag.trim()))].filter(
    (tag) => tag !== "",
  );
}

function changedInterfaces(
  { interfaces, additional_addresses }: ImportEntry,
  known: StoredDevice | undefined,
): PlannedWrite["interfaces"] {
  if (interfaces === undefined && additional_addresses === undefined) return undefined;
  const isSame =
    (interfaces === undefined || Bun.deepEquals(comparable(interfaces), comparable(known?.interfaces))) &&
    (additional_addresses === undefined ||
      Bun.deepEquals(additional_addresses.toSorted(), [...(known?.additionalAddresses ?? [])].sort()));
  return isSame ? undefined : { interfaces, additional_addresses };
}

/** Interfaces by name, without what order or id they have. */
function comparable(interfaces: readonly Omit<DeviceInterface, "id">[] = []) {
  return interfaces
    .map(({ name, mac_address: mac, description, ip_addresses: addresses }) => ({
      name,
      mac,
      description,
      addresses: addresses.toSorted(),
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
