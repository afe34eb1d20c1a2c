import pino, { type Logger } from "pino";
import { escapeControls } from "./control-characters";
import type { LastError } from "./last-error";
import { writtenTrace } from "./written-trace";

export type { Logger };

export type LogOptions = {
  level: "debug" | "info" | "warning" | "error" | "critical";
  /** `json` (one object a line), `pretty` (for a person), or `auto`: pretty at a terminal. */
  format: "auto" | "json" | "pretty";
  /** Hears of each line of level `error` or worse that is logged. */
  lastError?: LastError;
};

const PINO_LEVEL = {
  debug: "debug",
  info: "info",
  warning: "warn",
  error: "error",
  critical: "fatal",
} as const;

/** As pino counts. */
const ERROR_LEVEL = 50;

/** Secrets must never reach a log line, whatever object is logged. */
const REDACTED = ["password", "key", "token", "secret", "authorization", "cookie"].flatMap((name) => [
  name,
  `*.${name}`,
]);

/** A pino logger on standard output, synchronous so that the last lines before a crash are not lost. */
export function createLogger(options: LogOptions): Logger {
  const settings = {
    level: PINO_LEVEL[options.level],
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toLoggedError },
    redact: { paths: REDACTED, censor: "[redacted]" },
    formatters: { level: (label: string) => ({ level: label }) },
    ...(options.lastError !== undefined && { hooks: { logMethod: listenFor(options.lastError) } }),
  };
  const isForPeople = options.format === "pretty" || (options.format === "auto" && process.stdout.isTTY);
  return pino(settings, isForPeople ? prettyOutput() : jsonOutput());
}

function listenFor(lastError: LastError): NonNullable<pino.LoggerOptions["hooks"]>["logMethod"] {
  return function logAndNote(args, method, level) {
    if (level >= ERROR_LEVEL) lastError.note(args);
    method.apply(this, args);
  };
}

/**
 * An error for the log without a failed query's parameters, hashes and addresses among them, which its message and
 * stack repeat.
 */
export function toLoggedError(error: Error): object {
  const { params: _, ...shown } = pino.stdSerializers.err(error);
  const cut = (text: string) => text.replace(/\nparams: [^]*?(?=\n {4}at |\ncaused by: |$)/g, "");
  return { ...shown, message: cut(shown.message), stack: writtenTrace(cut(shown.stack)) };
}

/**
 * A logged text may come from the network: it must not drive the terminal that shows the log. The objects stay the
 * same.
 */
function jsonOutput(): { write(line: string): void } {
  const destination = pino.destination({ sync: true });
  return { write: (line) => void destination.write(`${escapeControls(line.slice(0, -1))}\n`) };
}

function prettyOutput(): { write(line: string): void } {
  return {
    write(line: string) {
      const { time, level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const extra = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
      const text = `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${String(msg)}${extra}`;
      // Nor must such a text forge a line.
      process.stdout.write(`${escapeControls(text)}\n`);
    },
  };
}
