import type { Job } from "#platform/jobs";
import type { SyslogEngine } from "./engine";
import { MAINTENANCE_JOBS } from "./segments/maintenance";

/** How often each looks for work; retention by age keeps its own hour. */
const LOOK_SECONDS = 15;
/** Where there is nothing but that hour to keep. */
const AGE_SECONDS = 300;
const SCRUB_SECONDS = 600;

/** Keeps the event store in order. Without SYSLOG_ENABLED nothing expires. */
export function syslogJobs({ maintenance, options, retentionElsewhere }: SyslogEngine): Job[] {
  const everySeconds = options.maintenanceSeconds ?? LOOK_SECONDS;
  const isByAgeAlone = options.retentionBytes === 0 && retentionElsewhere === undefined;
  const retention: Job = {
    name: MAINTENANCE_JOBS.retention,
    everySeconds: options.maintenanceSeconds ?? (isByAgeAlone ? AGE_SECONDS : LOOK_SECONDS),
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
      when: "EXISTS (SELECT FROM event_segments WHERE deleted_at IS NOT NULL)",
      run: (lease) => maintenance.collectGarbage(lease),
    },
    // Of files that nothing is added to any more, none is merged.
    ...(retentionElsewhere === undefined ? mergingJobs(maintenance, everySeconds) : []),
  ];
}

function mergingJobs(maintenance: SyslogEngine["maintenance"], everySeconds: number): Job[] {
  return [
    {
      name: MAINTENANCE_JOBS.compaction,
      everySeconds,
      when: "(SELECT count(*) FROM (SELECT FROM event_segments WHERE deleted_at IS NULL LIMIT 2) live) = 2",
      run: (lease) => maintenance.compact(lease),
    },
    { name: MAINTENANCE_JOBS.scrub, everySeconds: SCRUB_SECONDS, run: (lease) => maintenance.scrub(lease) },
  ];
}
