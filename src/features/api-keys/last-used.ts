import type { Sql } from "#platform/database";
import type { Logger } from "#platform/log";
import { createTurnstile } from "#platform/turnstile";

export type LastUsedWriter = {
  /** Notes a successful use. */
  note(keyId: number, address: string): void;
  /** Writes what was noted; lists call it first, so that they are never behind. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const WRITE_BEHIND_MS = 1000;

/**
 * Writes `last_used_*` behind the requests, at most 1 s later and once per key: a write per call costs half the rate.
 */
export function createLastUsedWriter({ sql, log }: { sql: Sql; log: Logger }): LastUsedWriter {
  let noted = new Map<number, { at: Date; address: string }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inTurn = createTurnstile(1);

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...noted];
    noted = new Map();
    if (uses.length === 0) return;
    const rows = uses.map(([id, { at, address }]) => ({ id, at: at.toISOString(), address }));
    await sql`
      UPDATE api_keys k SET last_used_at = u.at, last_used_address = u.address
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS u(id bigint, at timestamptz, address text)
      WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at <= u.at
        OR k.last_used_at > now() + interval '1 minute')`;
  }

  const flush = () => inTurn(write);

  return {
    note(keyId, address) {
      noted.set(keyId, { at: new Date(), address });
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) =>
          log.warn({ err: error }, "cannot write when API keys were last used"),
        );
      }, WRITE_BEHIND_MS);
    },
    flush,
    close: flush,
  };
}
