/** An error, and what caused it, one behind the other. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/**
 * The code that the system, or a library in its manner, gives with a refusal, such as `ENOENT`; undefined where there
 * is none.
 */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
