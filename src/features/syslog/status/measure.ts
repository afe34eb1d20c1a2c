import { NOTHING_WATCHED } from "../watch/log-watch";
import type { Collector } from "./collector";

/** Senders that status and metrics name; the sum of all the rest stands under one name. */
export const NAMED_SENDERS = 100;

/** Everything that the metrics tell of the syslog path, taken at one moment. */
export type SyslogMeasure = Awaited<ReturnType<typeof measureSyslog>>;

/** Where the event store is away, `segments` is undefined and the rest is there. */
export async function measureSyslog(collector: Collector) {
  const { sources } = collector;
  const segments = await collector.events.sumStored().catch(() => undefined);
  return {
    state: collector.state(),
    queues: collector.queues.counts(),
    live: collector.live.measure(),
    watch: collector.watch?.measure() ?? NOTHING_WATCHED,
    formats: collector.formats?.measure() ?? [],
    segments,
    senders: sources.busiestSenders(NAMED_SENDERS),
    vendors: sources.vendors(),
  };
}
