import type { Logger } from "../log";
import { ifInTime } from "../pause";

/** Put before each line by `log_line_prefix`: the kind of process that speaks. */
export const LOG_LINE_PREFIX = "%b|";

/** What a server that has ended has written comes a moment later. */
const LAST_WORDS_MS = 200;

type LogLine = { readonly process: string; readonly severity: string; readonly message: string };

/** Reads one line of the server's standard error; undefined for the continuation of an earlier one. */
export function parseLogLine(line: string): LogLine | undefined {
  const match = /^(?:([a-z ]+)\|)?([A-Z]+\d?): {1,2}(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, process = "postmaster", severity = "", message = ""] = match;
  return { process, severity, message };
}

/** Passes a server's standard error on to our log and keeps its last complaint. */
export class ServerLog {
  readonly #log: Logger;
  /**
   * The newest line of severity ERROR and above, or the newest that is not in PostgreSQL's form, such as a loader's.
   */
  #complaint: string | undefined;
  /** Settles when the server and its children have closed their standard error. */
  readonly #finished: Promise<void>;

  constructor(stderr: ReadableStream<Uint8Array>, log: Logger) {
    this.#log = log;
    this.#finished = this.#read(stderr);
  }

  /** The last complaint of a server that has ended; waits at most 200 ms for its last words. */
  async lastComplaint(): Promise<string | undefined> {
    await ifInTime(LAST_WORDS_MS, this.#finished);
    return this.#complaint;
  }

  async #read(stderr: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of stderr) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#pass(line);
    }
    if (rest !== "") this.#pass(rest);
  }

  #pass(text: string): void {
    if (text.trim() === "") return;
    const line = parseLogLine(text);
    if (line === undefined) {
      if (!text.startsWith("\t")) this.#complaint = text;
      this.#log.warn(text.trim());
      return;
    }
    const details = { process: line.process };
    switch (line.severity) {
      case "PANIC":
      case "FATAL":
      case "ERROR":
        this.#complaint = line.message;
        // The client gets its statement's error itself, and an expected one (a unique violation) is no trouble of the
        // server.
        if (line.process === "client backend" && line.severity === "ERROR")
          this.#log.debug(details, line.message);
        else this.#log.error(details, line.message);
        break;
      case "WARNING":
        this.#log.warn(details, line.message);
        break;
      case "LOG":
        this.#log.info(details, line.message);
        break;
      default:
        this.#log.debug(details, `${line.severity}: ${line.message}`);
    }
  }
}
