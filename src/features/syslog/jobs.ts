import type { Job } from "#platform/jobs";
import type { SyslogEngine } from "./engine";
import { MAINTENANCE_JOBS } from "./segments/maintenance";

/** How often each looks for work; retention by age keeps its own hour. */
const LOOK_SECONDS = 15;
const SCRUB_SECONDS = 600;

/** Keeps the event store in order. Without SYSLOG_ENABLED nothing expires. */
export function syslogJobs({ maintenance, options, retentionElsewhere }: SyslogEngine): Job[] {
  const everySeconds = options.maintenanceSeconds ?? LOOK_SECONDS;
  const retention: Job = {
    name: MAINTENANCE_JOBS.retention,
    everySeconds,
    run: async (lease) => {
      await maintenance.retain(lease);
      await retentionElsewhere?.run({ ...lease, name: MAINTENANCE_JOBS.retention });
    },
  };
  return [
    ...(options.isEnabled ? [retention] : []),
    {
      name: MAINTENANCE_JOBS.garbageCollection,
      everySeconds,
      run: (lease) => maintenance.collectGarbage(lease),
    },
    // Of files that nothing is added to any more, none is merged.
    ...(retentionElsewhere === undefined ? mergingJobs(maintenance, everySeconds) : []),
  ];
}

function mergingJobs(maintenance: SyslogEngine["maintenance"], everySeconds: number): Job[] {
  return [
    { name: MAINTENANCE_JOBS.compaction, everySeconds, run: (lease) => maintenance.compact(lease) },
    { name: MAINTENANCE_JOBS.scrub, everySeconds: SCRUB_SECONDS, run: (lease) => maintenance.scrub(lease) },
  ];
}
