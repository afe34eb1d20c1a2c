import { lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { LIFETIME } from "./service";
import { idempotencyKeys } from "./tables";

/** Removes keys that mean nothing any more. */
export function idempotencyJobs({ db }: { db: Db }): Job[] {
  return [
    {
      name: "idempotency.clean-up",
      everySeconds: 3600,
      async run() {
        await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - ${LIFETIME}`));
      },
    },
  ];
}
