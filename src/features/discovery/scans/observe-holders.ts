import { observe } from "#features/bindings";
import type { Db } from "#platform/database";
import { readFindsOf } from "./finds";

/**
 * Keeps who had which address when a scan saw it: of hosts whose hardware address is known, as a name alone may be that of whoever had
 * the address before.
 */
export async function observeHolders(
  db: Db,
  { scanId, moment }: { scanId: number; moment: Date },
): Promise<void> {
  const finds = await readFindsOf(db, scanId);
  await observe(
    { db },
    finds.flatMap(({ address, find: { macAddress, hostname } }) =>
      macAddress === null ? [] : { address, macAddress, host: hostname, source: "scan" as const, moment },
    ),
  );
}
