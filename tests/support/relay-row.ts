import { randomBytes } from "node:crypto";
import { relays } from "#tables/syslog";
import type { Db } from "#platform/database";

/** A relay as it stands in the database once it has sent; gives its id. */
export async function addRelay(db: Db): Promise<string> {
  const id = randomBytes(6).toString("hex");
  await db.insert(relays).values({
    id,
    name: `branch-${id.slice(0, 3)}`,
    version: "0.8.0",
    position: 10,
    lastCheck: 1,
    report: {
      startedAtMicros: Date.now() * 1000,
      backlog: { messages: 0, bytes: 0, oldestAtMicros: null },
      journal: { bytes: 0, maxBytes: 1, freeBytes: 1, refusal: null },
      received: { udp: 10 },
      lost: {},
      denied: 0,
      problems: [],
    },
  });
  return id;
}
