import pino from "pino";
import { connectDatabase } from "#platform/database";
import type { TestDatabase } from "./database";
import { waitFor } from "./wait-for";

/**
 * Runs `work` while nothing can be written to the audit log, and lets go when `count` statements wait: transactions that
 * would race, each of which ends with its audit row, are then all open at once.
 */
export async function inTheSameMoment<T>(
  database: TestDatabase,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const own = connectDatabase(database.connection, { log: pino({ level: "silent" }), maxConnections: 2 });
  const working = Promise.withResolvers<T>();
  await own.sql.begin(async (holder) => {
    await holder`LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE`;
    working.resolve(work());
    await waitFor(`${count} statements that wait`, async () => {
      const [waiting] = await own.sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (waiting?.count ?? 0) >= count;
    });
  });
  await own.close();
  return working.promise;
}
