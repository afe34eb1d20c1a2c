import { z } from "zod";
import { observe } from "#features/bindings";
import type { Db } from "#platform/database";

const Rows = z.array(
  z.object({
    address: z.string(),
    mac_address: z.string().nullable(),
    client_id: z.string().nullable(),
    hostname: z.string().nullable(),
    expires_at: z.string().nullable(),
    is_active: z.boolean(),
  }),
);

/**
 * Keeps who holds the addresses of imported leases that are active, from now on to their end. `chunks` are JSON texts
 * of rows.
 */
export async function observeLeases(
  db: Db,
  { chunks, source, now }: { chunks: readonly string[]; source: string; now: Date },
): Promise<void> {
  for (const chunk of chunks) {
    const active = Rows.parse(JSON.parse(chunk)).filter((row) => row.is_active && isStillHeld(row, now));
    await observe(
      { db },
      active.map((row) => ({
        address: row.address,
        macAddress: row.mac_address,
        clientId: row.mac_address === null ? row.client_id : null,
        host: row.hostname,
        source: "lease_import",
        reporter: source,
        moment: now,
        holdsSeconds:
          row.expires_at === null ? undefined : (Date.parse(row.expires_at) - now.getTime()) / 1000,
      })),
    );
  }
}

function isStillHeld({ expires_at: expires }: { expires_at: string | null }, now: Date): boolean {
  return expires === null || Date.parse(expires) > now.getTime();
}
