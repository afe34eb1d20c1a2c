import { sql } from "drizzle-orm";
import type { Db } from "../database";
import type { Encryption } from "../encryption";

/** Something to tell, once. */
export type Notice = {
  /** Whom it is for: it decides who may see that it was sent. */
  kind: string;
  /** Where it goes. What goes elsewhere neither waits for it nor fails with it. */
  destination: string;
  /** For the list of deliveries: nothing secret. */
  subject: string;
  /** Kept encrypted, and no longer than it is needed. */
  payload: string;
  /** After so long it is worth nothing: it is not sent any more, and its payload goes. */
  usefulForSeconds?: number;
  /** The rule that it comes from. */
  ruleName?: string;
  /** The same in all that is told of one trouble: a destination gets these in the order in which they were written. */
  groupKey?: string | undefined;
  /** What it is about, where that is a device. */
  deviceId?: number | null;
};

/** Takes notices, each in the transaction of its cause: what is rolled back was never told. */
export type Outbox = {
  /** `db` is the transaction. */
  put(db: Db, notice: Notice): Promise<void>;
};

export function createOutbox({ encryption }: { encryption: Encryption }): Outbox {
  return {
    async put(db, { kind, destination, subject, payload, usefulForSeconds, ...notice }) {
      const { ruleName = "", groupKey = "", deviceId = null } = notice;
      await db.execute(sql`
        INSERT INTO outbox (kind, destination, subject, rule_name, group_key, device_id, payload, expires_at)
        VALUES (${kind}, ${destination}, ${subject}, ${ruleName}, ${groupKey}, ${deviceId}, ${encryption.encrypt(payload)},
          now() + make_interval(secs => ${usefulForSeconds ?? null}))`);
    },
  };
}
