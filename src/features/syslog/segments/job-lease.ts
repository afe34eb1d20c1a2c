import { and, eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Lease } from "#platform/jobs";
import { jobLeases } from "#platform/tables/job-leases";

/** A lease and the job that holds it. */
export type JobLease = Lease & { name: string };

/**
 * Keeps the lease from changing hands for the rest of the transaction.
 * @throws where another replica has it by now.
 */
export async function requireLease(transaction: Db, { name, token }: JobLease): Promise<void> {
  const held = await transaction
    .select({ name: jobLeases.name })
    .from(jobLeases)
    .where(and(eq(jobLeases.name, name), eq(jobLeases.token, token)))
    .for("share");
  if (held.length === 0) throw new Error(`the lease of job ${name} was lost`);
}
