/** The code that the system, or a library in its manner, gives with a refusal, such as `ENOENT`; undefined where there is none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
