/** The deepest cause says most: what the disk or the database said. */
export function reasonOf(error: unknown): string {
  let reason = "an unexpected failure";
  for (let cause = error; cause instanceof Error; cause = cause.cause) reason = cause.message;
  return reason.slice(0, 300);
}
