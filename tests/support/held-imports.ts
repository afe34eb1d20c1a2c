import pino from "pino";
import { openCommandDatabase } from "#platform/command-database";

/** The database of a running service, as a command beside it has it. */
export function openDatabaseOf(dataDirectory: string) {
  const unset = { url: undefined, binaryDirectory: undefined, templateCluster: undefined };
  return openCommandDatabase({ ...unset, dataDirectory, log: pino({ level: "silent" }) });
}

/** Lets no device import of a running service go on until the function that it gives is called. */
export async function holdImports(dataDirectory: string): Promise<() => Promise<void>> {
  const opened = await openDatabaseOf(dataDirectory);
  const lock = await opened.database.sql.reserve();
  await lock`SELECT pg_advisory_lock(hashtextextended('device import', 0))`;
  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    await lock`SELECT pg_advisory_unlock(hashtextextended('device import', 0))`;
    lock.release();
    await opened.close();
  };
}
