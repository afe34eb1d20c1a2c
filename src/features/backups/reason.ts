import { causesOf } from "#platform/error-code";
import { BucketError } from "./scheduled/bucket-errors";

/** The deepest cause says most: what the disk or the database said; of a bucket, what that means. */
export function reasonOf(error: unknown): string {
  let reason = "an unexpected failure";
  for (const cause of causesOf(error)) {
    reason = cause.message;
    if (cause instanceof BucketError) break;
  }
  return reason.slice(0, 300);
}
