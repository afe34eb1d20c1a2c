import pino from "pino";
import { connectDatabase } from "#platform/database";
import type { TestDatabase } from "./database";
import { waitFor } from "./wait-for";

/**
 * Runs `work` while nothing can be written to the audit log (or to `table`, which can still be read), and lets go when
 * `count` statements wait: transactions that would race, each of which ends with its audit row, are then all open at
 * once.
 */
export async function inTheSameMoment<T>(
  database: TestDatabase,
  waiting: number | { count: number; table: string },
  work: () => Promise<T>,
): Promise<T> {
  const { count, table } = typeof waiting === "number" ? { count: waiting, table: null } : waiting;
  const own = connectDatabase(database.connection, { log: pino({ level: "silent" }), maxConnections: 2 });
  const working = Promise.withResolvers<T>();
  await own.sql.begin(async (holder) => {
    if (table === null) await holder`LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE`;
    else await holder`LOCK TABLE ${holder(table)} IN EXCLUSIVE MODE`;
    working.resolve(work());
    await waitFor(`${count} statements that wait`, async () => {
      const [found] = await own.sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (found?.count ?? 0) >= count;
    });
  });
  await own.close();
  return working.promise;
}
