import type { Job } from "#platform/jobs";
import type { SyslogEngine } from "./engine";
import { UPKEEP_JOBS } from "./store/upkeep";

/** How often each looks for work; retention by age keeps its own hour. */
const LOOK_SECONDS = 15;
const SCRUB_SECONDS = 600;

/** Keeps the event store in order. Without SYSLOG_ENABLED nothing expires. */
export function syslogJobs({ upkeep, options }: SyslogEngine): Job[] {
  const everySeconds = options.upkeepSeconds ?? LOOK_SECONDS;
  const retention: Job = {
    name: UPKEEP_JOBS.retention,
    everySeconds,
    run: (lease) => upkeep.retain(lease),
  };
  return [
    ...(options.isEnabled ? [retention] : []),
    { name: UPKEEP_JOBS.sweep, everySeconds, run: (lease) => upkeep.sweep(lease) },
    { name: UPKEEP_JOBS.compaction, everySeconds, run: (lease) => upkeep.compact(lease) },
    { name: UPKEEP_JOBS.scrub, everySeconds: SCRUB_SECONDS, run: (lease) => upkeep.scrub(lease) },
  ];
}
