import { observe } from "#features/bindings";
import type { Db } from "#platform/database";
import type { Found } from "../inventory/match";

/**
 * Keeps who had which address when a scan saw it: of hosts whose hardware address is known, as a name alone may be that
 * of whoever had the address before.
 */
export async function observeHolders(
  db: Db,
  { finds, moment }: { finds: readonly Found[]; moment: Date },
): Promise<void> {
  await observe(
    { db },
    finds.flatMap(({ address, find: { macAddress, hostname } }) =>
      macAddress === null ? [] : { address, macAddress, host: hostname, source: "scan" as const, moment },
    ),
  );
}
