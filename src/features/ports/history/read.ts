import { and, eq } from "drizzle-orm";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { thousandthsOf, wholeOf } from "../list";
import type { PortHistory, PortPoint } from "../models";
import { devicePorts } from "../tables";
import { HOUR_MS } from "./hours";
import { readHours, readSamples, type HistoryReader } from "./samples";
import { joinBySteps, spanOf, type PortSpan } from "./spans";

const NOT_FOUND = "Port not found.";
/** Beyond that averages of hours are read. */
const EACH_POLL_HOURS = 48;
const MAX_POINTS = 2000;
const SECOND_MS = 1000;

type Asked = { deviceId: number; portId: number; hours: number; until: Date };

/** What went through a port in the hours before a moment, in at most 2,000 points. Throws 404. */
export async function readPortHistory(
  reader: HistoryReader,
  { deviceId, portId, hours, until }: Asked,
): Promise<PortHistory> {
  const [port] = await reader.db
    .select()
    .from(devicePorts)
    .where(and(eq(devicePorts.id, portId), eq(devicePorts.deviceId, deviceId)));
  if (port === undefined) throw notFound(NOT_FOUND);
  const toMs = until.getTime();
  const within = { fromMs: toMs - hours * HOUR_MS, toMs };
  const { spans, stepMs } = await readSpans(reader, { port: { id: portId, deviceId }, within, hours });
  return {
    port_id: portId,
    device_id: deviceId,
    name: port.name,
    speed_bps: port.speed,
    from: toTimestamp(new Date(within.fromMs)),
    to: toTimestamp(until),
    step_seconds: stepMs / SECOND_MS,
    points: spans.map(toPoint),
  };
}

type Wanted = {
  port: { id: number; deviceId: number };
  within: { fromMs: number; toMs: number };
  hours: number;
};

/** `stepMs` 0: each poll is one. */
async function readSpans(
  reader: HistoryReader,
  { port, within, hours }: Wanted,
): Promise<{ spans: PortSpan[]; stepMs: number }> {
  if (hours <= EACH_POLL_HOURS) {
    const each = (await readSamples(reader, port, within)).map(spanOf);
    if (each.length <= MAX_POINTS) return { spans: each, stepMs: 0 };
    const stepMs = Math.ceil((hours * HOUR_MS) / (MAX_POINTS - 1) / 60_000) * 60_000;
    return { spans: joinBySteps(each, stepMs), stepMs };
  }
  const { hours: packed, fresh } = await readHours(reader, port, within);
  const stepMs = Math.ceil(hours / (MAX_POINTS - 1)) * HOUR_MS;
  return { spans: joinBySteps([...packed, ...fresh.map(spanOf)], stepMs), stepMs };
}

function toPoint({ atMs, seconds, upSeconds, downSeconds, rates, peaks }: PortSpan): PortPoint {
  const known = upSeconds + downSeconds;
  return {
    at: toTimestamp(new Date(atMs)),
    seconds,
    up: known === 0 ? null : Math.round((upSeconds / known) * 1000) / 1000,
    in_bps: wholeOf(rates.inOctets),
    out_bps: wholeOf(rates.outOctets),
    in_peak_bps: wholeOf(peaks.inOctets),
    out_peak_bps: wholeOf(peaks.outOctets),
    in_unicast: thousandthsOf(rates.inUnicast),
    out_unicast: thousandthsOf(rates.outUnicast),
    in_multicast: thousandthsOf(rates.inMulticast),
    out_multicast: thousandthsOf(rates.outMulticast),
    in_broadcast: thousandthsOf(rates.inBroadcast),
    out_broadcast: thousandthsOf(rates.outBroadcast),
    in_errors: thousandthsOf(rates.inErrors),
    out_errors: thousandthsOf(rates.outErrors),
    in_discards: thousandthsOf(rates.inDiscards),
    out_discards: thousandthsOf(rates.outDiscards),
  };
}
