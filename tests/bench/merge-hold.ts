import pino from "pino";
import { openCommandDatabase } from "#platform/command-database";
import { listMergeInputs } from "../../src/features/syslog/segments/catalog/merge-catalog";
import { planMerges } from "../../src/features/syslog/segments/merge/plan";
import { MAINTENANCE_JOBS } from "../../src/features/syslog/segments/maintenance";
import { waitFor } from "../support/wait-for";

const PATIENCE_MS = 600_000;

/**
 * Keeps a running service from merging, by holding the lease of the job as another replica would, so that ingest is
 * measured without it.
 */
export async function holdMerging(dataDirectory: string) {
  const connection = await openCommandDatabase({
    url: undefined,
    dataDirectory,
    binaryDirectory: undefined,
    templateCluster: undefined,
    log: pino({ level: "silent" }),
  });
  const { db, sql } = connection.database;
  const name = MAINTENANCE_JOBS.compaction;
  await sql`
    INSERT INTO job_leases AS lease (name, owner, token, leased_until, started_at)
    VALUES (${name}, 'bench', 1, now() + interval '1 hour', now())
    ON CONFLICT (name) DO UPDATE
      SET owner = 'bench', token = lease.token + 1, leased_until = now() + interval '1 hour'`;
  return {
    /** Lets the service merge, and resolves when nothing is left to merge. Gives how many files there were before. */
    async release(): Promise<number> {
      const today = `dt=${new Date().toISOString().slice(0, 10)}`;
      const before = await listMergeInputs(db);
      await sql`
        UPDATE job_leases SET leased_until = now(), started_at = now() - interval '1 hour' WHERE name = ${name}`;
      await waitFor(
        "everything to be merged",
        async () => planMerges(await listMergeInputs(db), today).length === 0,
        PATIENCE_MS,
      );
      return before.length;
    },
    close: () => connection.close(),
  };
}
