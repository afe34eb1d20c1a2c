import type { ValidationIssue } from "#platform/errors";
import type { DeviceInterface } from "../devices/interface-models";
import type { ImportEntry, ImportRow } from "./entry";
import { faultsOfRow, nameOfRow } from "./faults";
import { UNKNOWN, type DeviceIndex, type Match } from "./match";
import type { ImportQuery, RowResult } from "./models";
import { pack } from "#platform/packed";
import { findHolder, findTwin, holdAddress, nothingSeen, remember, type Seen } from "./seen";
import { applyEntry, NEW_DEVICE, type DeviceState, type Surroundings } from "./state";

export type Mode = ImportQuery["mode"];

/** A row and the device that it speaks of. */
export type MatchedRow = ImportRow & { match: Match };

/**
 * Finds the device of a row. Two rows of one device are a mistake, but where no mode is given the later one adds to it.
 */
export function findMatch(entry: ImportEntry, index: DeviceIndex, mode: Mode): Match {
  if (mode !== undefined) return index.find(entry);
  const address = entry.ip_address;
  const id = typeof address === "string" ? index.findByAddress(address, entry.id) : undefined;
  return id === undefined ? UNKNOWN : { kind: "one", id, by: "ip_address" };
}

export type StoredDevice = {
  state: DeviceState;
  interfaces: readonly DeviceInterface[];
  additionalAddresses: readonly string[];
};

/** What is to be written of a device. */
export type PlannedWrite = {
  /** The place in `results` of its row, of several the first. */
  place: number;
  /** Undefined: it is new. */
  id: number | undefined;
  /** What differs from the stored device, or from `NEW_DEVICE`. */
  changes: Partial<DeviceState>;
  /** Undefined: they stay as they are. */
  interfaces: Pick<ImportEntry, "interfaces" | "additional_addresses"> | undefined;
};

export type Plan = {
  results: RowResult[];
  /** Up to 500 `PlannedWrite`s each: all of them are held until every row is decided on. */
  writes: Uint8Array[];
  /** Without a mode: the latest changes by `place`, as further rows add to what is planned. */
  open: Map<number, Partial<DeviceState>>;
  /** Rows that add to what another one makes of a device: of their places the other's. */
  twins: Map<number, number>;
  /** Names of groups that devices are to be in and that are not there yet. */
  missingGroups: Set<string>;
  counts: Record<RowResult["action"], number>;
  /** The first faults, as the answer tells them, and as a refusal does. */
  errors: string[];
  issues: ValidationIssue[];
};

export type PlanContext = { mode: Mode; around: Surroundings; isCsv: boolean };

export type Planner = {
  /** Decides on further rows; `stored` has the devices that they speak of. */
  add(rows: readonly MatchedRow[], stored: ReadonlyMap<number, StoredDevice>): void;
  /** The whole plan, after the last row. */
  finish(): Plan;
};

/** Devices that are written by one statement. */
const WRITES_AT_ONCE = 500;

/** Faults that one answer tells: who mends a file does not read more of them. */
export const MAX_TOLD = 1000;

/** Decides on every row, some at a time, without writing anything. */
export function createPlanner(context: PlanContext): Planner {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  const plan: Plan = {
    results: [],
    writes: [],
    open: new Map(),
    twins: new Map(),
    missingGroups: new Set(),
    counts,
    errors: [],
    issues: [],
  };
  const seen = nothingSeen();
  let writes: PlannedWrite[] = [];
  const close = () => {
    if (writes.length > 0) plan.writes.push(pack(writes));
    writes = [];
  };
  return {
    finish() {
      close();
      return plan;
    },
    add(rows, stored) {
      for (const row of rows) {
        if (writes.length === WRITES_AT_ONCE) close();
        const result = planRow(row, { ...context, stored, plan, seen, writes });
        const isStored = hasAddress(row, stored);
        // What is skipped keeps its own address, and takes none.
        const isHeld = result.action === "skipped" ? isStored : result.action !== "failed";
        if (isHeld) holdAddress(row.entry, { seen, place: plan.results.length, isStored });
        plan.results.push(result);
        counts[result.action]++;
        if (result.action === "failed" && plan.issues.length < MAX_TOLD) tell(plan, row, { result, context });
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
  const room = MAX_TOLD - plan.issues.length;
  for (const { msg } of result.errors.slice(0, room))
    plan.errors.push(`${name}: ${msg.replace(/^Value error, /, "")}`);
  plan.issues.push(...faultsOfRow(row, { found: result.errors, isCsv: context.isCsv }).slice(0, room));
}

type Planning = PlanContext & {
  stored: ReadonlyMap<number, StoredDevice>;
  plan: Plan;
  seen: Seen;
  /** Those that are not packed yet. */
  writes: PlannedWrite[];
};

/** One for all of the many rows without a fault. */
const NO_ERRORS: RowResult["errors"] = [];

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
  if (matched !== undefined && planning.mode === "skip")
    return { ...told, action: "skipped", errors: NO_ERRORS };
  const twin = findTwin(row, planning.seen);
  if (twin !== undefined && planning.mode !== undefined) {
    const first = planning.plan.results[twin]?.row ?? 0;
    return failed([{ field: "", msg: `Same device as row ${first}` }]);
  }
  const fault = planning.mode === undefined ? undefined : faultBeyondFields(row, planning);
  if (fault !== undefined) return failed([fault]);
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

/** What is wrong with a row beside the others of its file, or as all that is known of a new device. */
function faultBeyondFields(
  { match, entry }: MatchedRow,
  { seen, stored, plan }: Planning,
): { field: string; msg: string } | undefined {
  const holder = findHolder(entry, { seen, isStored: hasAddress({ match, entry }, stored) });
  if (holder !== undefined)
    return { field: "ip_address", msg: `Same address as row ${plan.results[holder]?.row ?? 0}` };
  if (match.kind === "one" || isTellable(entry)) return undefined;
  return { field: "", msg: "A new device needs a name or an address" };
}

/** Whether the row's device has the row's address already. */
function hasAddress(
  { match, entry }: Pick<MatchedRow, "match" | "entry">,
  stored: ReadonlyMap<number, StoredDevice>,
): boolean {
  return match.kind === "one" && stored.get(match.id)?.state.ipAddress === entry.ip_address;
}

/** Of what an export has written the id is enough. */
function isTellable(entry: ImportEntry): boolean {
  const { id, hostname, display_name: displayName, name, ip_address: address, mac_address: mac } = entry;
  return id !== undefined || [hostname, displayName, name, address, mac].some((key) => (key ?? "") !== "");
}

type Told = Pick<RowResult, "row" | "device_id" | "matched_by">;

type Writing = {
  row: MatchedRow;
  twin: number | undefined;
  told: Told;
  failed: (errors: { field: string; msg: string }[]) => RowResult;
};

function planWrite({ row, twin, told, failed }: Writing, planning: Planning): RowResult {
  const { plan, stored } = planning;
  const known = told.device_id === null ? undefined : stored.get(told.device_id);
  const base = known?.state ?? NEW_DEVICE;
  const before = twin === undefined ? known?.state : { ...base, ...plan.open.get(twin) };
  const entry = entryToApply(row.entry, { ...planning, before });
  const { state: after, errors } = applyEntry(before ?? NEW_DEVICE, entry, planning.around);
  if (errors.length > 0) return failed(errors);
  const interfaces = changedInterfaces(entry, known);
  const isNew = before === undefined;
  const isSame = !isNew && interfaces === undefined && Bun.deepEquals(before, after);
  if (isSame) return { ...told, action: "unchanged", errors: NO_ERRORS };
  if (after.topologyGroup !== null && after.topologyGroupId === null)
    plan.missingGroups.add(after.topologyGroup);
  const place = plan.results.length;
  const changes = differing(base, after);
  if (planning.mode === undefined) plan.open.set(twin ?? place, changes);
  if (twin !== undefined) {
    plan.twins.set(place, twin);
    return { ...told, action: "updated", errors: NO_ERRORS };
  }
  planning.writes.push({ place, id: told.device_id ?? undefined, changes, interfaces });
  remember(row, place, planning.seen);
  return { ...told, action: isNew ? "created" : "updated", errors: NO_ERRORS };
}

/** The fields of `after` that `before` has otherwise. */
function differing(before: DeviceState, after: DeviceState): Partial<DeviceState> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !Bun.deepEquals(value, old.get(name))),
  );
}

/** Without a mode only these, where they are filled, replace what a known device has: older clients count on it. */
const FIELDS_WITHOUT_MODE = ["hostname", "display_name", "mac_address", "vendor", "device_type"] as const;

function entryToApply(
  entry: ImportEntry,
  context: Pick<PlanContext, "mode" | "isCsv" | "around"> & { before: DeviceState | undefined },
): ImportEntry {
  const { before, mode, isCsv, around } = context;
  if (mode === undefined && before !== undefined) {
    const filled = FIELDS_WITHOUT_MODE.filter((name) => typeof entry[name] === "string");
    return Object.fromEntries(filled.map((name) => [name, entry[name]]));
  }
  const groupId = entry.topology_group_id;
  const isStrangeGroup = typeof groupId === "number" && around.groups.find(groupId) === undefined;
  // Older clients send unknown group ids, which are ignored; with a mode it is an error.
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
