import { eq } from "drizzle-orm";
import { toCsv } from "#platform/csv";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import {
  compareNaturally,
  cutPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { devices } from "#tables/topology";
import type { Counter } from "./counters";
import { UNPACKED_MS } from "./history/pack";
import type { Sample } from "./history/sample";
import { readRecent, type HistoryReader } from "./history/samples";
import { PortRead } from "./models";
import { devicePorts } from "./tables";

const NOT_FOUND = "Device not found.";
/** Polls of a sparkline. */
const RECENT_POLLS = 24;

const BY_NAME: MemoryOrdering<PortRead> = {
  name: "ports of a device",
  keysOfRow: ({ name, id }) => [name, id],
  schema: nameAndId,
  compare: compareNaturally,
};

type Asked = { deviceId: number; now: Date };

/** The ports of a device by name, as they were read last: all or a page. Throws 404, 422 for a bad cursor. */
export async function listPorts(ctx: HistoryReader, asked: Asked, query: PageQuery): Promise<Page<PortRead>> {
  return cutPage(await readPorts(ctx, asked), query, BY_NAME);
}

/** The same as a file. Throws 404. */
export async function portsAsCsv(ctx: HistoryReader, asked: Asked): Promise<string> {
  const { rows } = cutPage(await readPorts(ctx, asked), {}, BY_NAME);
  return toCsv([CSV_COLUMNS, ...rows.map((row) => CSV_COLUMNS.map((name) => row[name]))]);
}

const CSV_COLUMNS = [
  "name",
  "alias",
  "description",
  "if_index",
  "type",
  "mtu",
  "speed_bps",
  "mac_address",
  "admin_status",
  "oper_status",
  "changed_at",
  "gone_at",
  "polled_at",
  "in_bps",
  "out_bps",
  "utilisation",
  "in_errors_per_second",
  "out_errors_per_second",
  "in_discards_per_second",
  "out_discards_per_second",
] as const satisfies readonly (keyof PortRead)[];

async function readPorts(ctx: HistoryReader, { deviceId, now }: Asked): Promise<PortRead[]> {
  const { db } = ctx;
  const [device] = await db.select({ id: devices.id }).from(devices).where(eq(devices.id, deviceId));
  if (device === undefined) throw notFound(NOT_FOUND);
  const rows = await db.select().from(devicePorts).where(eq(devicePorts.deviceId, deviceId));
  // What was read longer ago, three of the longest intervals, says nothing of now.
  const since = new Date(now.getTime() - UNPACKED_MS);
  const recent = await readRecent(ctx, { deviceId, polls: RECENT_POLLS, since });
  return rows.map((row) => toRead(row, recent.get(row.id) ?? []));
}

type Row = typeof devicePorts.$inferSelect;
type Status = Pick<PortRead, "admin_status" | "oper_status">;
const Status = PortRead.pick({ admin_status: true, oper_status: true });

function toRead(row: Row, recent: readonly Sample[]): PortRead {
  const newest = row.goneAt === null ? recent.at(-1) : undefined;
  const rateOf = (counter: Counter) => newest?.rates?.[counter] ?? null;
  const [inBps, outBps] = [rateOf("inOctets"), rateOf("outOctets")];
  const status: Status = Status.parse({ admin_status: row.adminStatus, oper_status: row.operStatus });
  return {
    id: row.id,
    device_id: row.deviceId,
    name: row.name,
    if_index: row.ifIndex,
    description: row.description,
    alias: row.alias,
    type: row.type,
    mtu: row.mtu,
    speed_bps: row.speed,
    mac_address: row.macAddress,
    ...status,
    changed_at: toTimestamp(row.changedAt),
    gone_at: toTimestamp(row.goneAt),
    polled_at: newest === undefined ? null : toTimestamp(new Date(newest.atMs)),
    in_bps: wholeOf(inBps),
    out_bps: wholeOf(outBps),
    utilisation: utilisationOf({ inBps, outBps, speedBps: row.speed }),
    in_errors_per_second: thousandthsOf(rateOf("inErrors")),
    out_errors_per_second: thousandthsOf(rateOf("outErrors")),
    in_discards_per_second: thousandthsOf(rateOf("inDiscards")),
    out_discards_per_second: thousandthsOf(rateOf("outDiscards")),
    recent_in_bps: recent.map(({ rates }) => wholeOf(rates?.inOctets ?? null)),
    recent_out_bps: recent.map(({ rates }) => wholeOf(rates?.outOctets ?? null)),
  };
}

type Load = { inBps: number | null; outBps: number | null; speedBps: number | null };

function utilisationOf({ inBps, outBps, speedBps }: Load): number | null {
  if (speedBps === null || (inBps === null && outBps === null)) return null;
  return Math.round((Math.max(inBps ?? 0, outBps ?? 0) / speedBps) * 10_000) / 100;
}

export function wholeOf(rate: number | null): number | null {
  return rate === null ? null : Math.round(rate);
}

export function thousandthsOf(rate: number | null): number | null {
  return rate === null ? null : Math.round(rate * 1000) / 1000;
}
