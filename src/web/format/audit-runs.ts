/** Entries that somebody makes again and again without doing anything. */
const REPEATED = new Set([
  "auth.refresh_rotated",
  "topology.device_snmp_read",
  "snmp.device_polled",
  "discovery.scheduled_scan",
]);

/** Longer than this without another, and the next begins a run of its own. */
const MAX_BETWEEN_MS = 3_600_000;

/** Which thing somebody did something to, and when. */
export type AuditMoment = {
  id: number;
  action: string;
  actor_user_id: number | null;
  target: string | null;
  created_at: string;
};

/** One line of the log: an entry, or the newest of some that say the same. */
type AuditRun<Of> = {
  newest: Of;
  /** How many they are. */
  count: number;
  /** Between the first and the last. */
  spanMs: number;
};

/**
 * Folds entries, which come newest first, that the same person has made of the same thing; what others did meanwhile
 * may lie between.
 */
export function foldRuns<Of extends AuditMoment>(entries: readonly Of[]): AuditRun<Of>[] {
  const runs: AuditRun<Of>[] = [];
  const open = new Map<string, { run: AuditRun<Of>; oldest: number }>();
  for (const entry of entries) {
    const at = Date.parse(entry.created_at);
    const key = `${entry.action} ${entry.actor_user_id} ${entry.target}`;
    const known = open.get(key);
    if (known !== undefined && known.oldest - at <= MAX_BETWEEN_MS) {
      known.run.count += 1;
      known.run.spanMs = Date.parse(known.run.newest.created_at) - at;
      known.oldest = at;
      continue;
    }
    const run = { newest: entry, count: 1, spanMs: 0 };
    runs.push(run);
    if (REPEATED.has(entry.action)) open.set(key, { run, oldest: at });
  }
  return runs;
}
