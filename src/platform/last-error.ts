import { causesOf, codeOf } from "./error-code";
import { oneLine } from "./one-line";

/** A line of the log that tells of a failure. `code`: as the system or the database names its cause; null: it does not. */
export type LoggedFailure = { at: Date; message: string; code: string | null };

/**
 * Knows which failure the log of this process told of last, and of how many since the start. What is kept of it is the
 * house's own text and a code: what else a line has, such as addresses and statements, stays in the log.
 */
export class LastError {
  #count = 0;
  #newest: LoggedFailure | null = null;

  /** `args`: as the logger was called with them. */
  note(args: readonly unknown[]): void {
    this.#count++;
    const [first, second] = args;
    const message = typeof first === "string" ? first : second;
    this.#newest = {
      at: new Date(),
      message: typeof message === "string" ? oneLine(message) : "",
      code: codeIn(first),
    };
  }

  read(): { count: number; newest: LoggedFailure | null } {
    return { count: this.#count, newest: this.#newest };
  }
}

function codeIn(logged: unknown): string | null {
  const error = typeof logged === "object" && logged !== null && "err" in logged ? logged.err : undefined;
  for (const cause of causesOf(error)) {
    const code = codeOf(cause);
    if (code !== undefined) return code;
  }
  return null;
}
