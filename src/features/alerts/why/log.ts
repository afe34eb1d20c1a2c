import {
  EventHistogramQuery,
  EventListQuery,
  getHistogram,
  listEvents,
  listUnusualEvents,
  type SyslogEngine,
} from "#features/syslog";
import type { Logger } from "#platform/log";
import type { DeviceIncident } from "./facts";
import type { WhyLog } from "./models";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Before and after the beginning. */
const AROUND_MS = 2 * MINUTE_MS;
const MAX_LINES = 10;
/** People wait for the page. */
const LIMIT_MS = 2000;

type Context = { syslog: SyslogEngine; log: Logger; userId: number };

/**
 * What the device sent around the beginning, and how much that is beside what it sent the day before; null where that
 * cannot be read in time.
 */
export async function findLog(
  ctx: Context,
  incident: DeviceIncident,
  signal: AbortSignal,
): Promise<WhyLog | null> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  try {
    return await readLog(ctx, incident, until);
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.debug({ err: error, incident: incident.id }, "the lines around an incident cannot be read");
    return null;
  }
}

async function readLog(
  { syslog: engine, userId }: Context,
  { deviceId, openedAt }: DeviceIncident,
  signal: AbortSignal,
): Promise<WhyLog> {
  const from = new Date(openedAt.getTime() - AROUND_MS);
  const to = new Date(openedAt.getTime() + AROUND_MS);
  const at = (start: Date, end: Date) => ({
    device_id: String(deviceId),
    start_time: start.toISOString(),
    end_time: end.toISOString(),
  });
  const page = await listEvents(
    { engine, userId },
    EventListQuery.parse({ ...at(from, to), limit: 1 }),
    signal,
  );
  const usual = await getHistogram(
    { engine, userId },
    EventHistogramQuery.parse({ ...at(new Date(from.getTime() - DAY_MS), from), step_seconds: 3600 }),
    signal,
  );
  const unusual = await listUnusualEvents(
    { engine, userId },
    { deviceId, from, to, limit: MAX_LINES },
    signal,
  );
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    lines: page.total,
    usual_lines: Math.round((usual.total * 2 * AROUND_MS * 10) / DAY_MS) / 10,
    worst: unusual.map(
      ({ event: { id, received_at: received, severity, raw_log: text }, lines, usualLines }) => ({
        id,
        at: received,
        severity,
        text,
        lines,
        usual_lines: usualLines,
      }),
    ),
  };
}
