import { lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { LIFETIME } from "./service";
import { idempotencyKeys } from "./tables";

/** Removes keys that mean nothing any more. */
export function idempotencyJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "idempotency.clean-up",
      everySeconds: 3600,
      run: () =>
        deletions.ifBelieved((now) =>
          db
            .delete(idempotencyKeys)
            .where(lt(idempotencyKeys.createdAt, sql`${now.toISOString()}::timestamptz - ${LIFETIME}`)),
        ),
    },
  ];
}
