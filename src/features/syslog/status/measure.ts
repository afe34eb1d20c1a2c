import type { SyslogEngine } from "../engine";
import { sumSegments } from "../segments/catalog/catalog";
import { NOTHING_WATCHED } from "../watch/log-watch";

/** Senders that status and metrics name; the sum of all the rest stands under one name. */
export const NAMED_SENDERS = 100;

/** Everything that the metrics tell of the syslog path, taken at one moment. */
export type SyslogMeasure = Awaited<ReturnType<typeof measureSyslog>>;

/** Where the database is away, `segments` is undefined and the rest is there. */
export async function measureSyslog(engine: SyslogEngine) {
  const { sources } = engine;
  const segments = await sumSegments(engine.search.db).catch(() => undefined);
  return {
    ...engine.counts(),
    queues: engine.queues.counts(),
    live: engine.live.measure(),
    watch: engine.watch?.measure() ?? NOTHING_WATCHED,
    segments,
    senders: sources.busiestSenders(NAMED_SENDERS),
    vendors: sources.vendors(),
  };
}
