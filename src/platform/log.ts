import pino, { type Logger } from "pino";

export type { Logger };

export type LogOptions = {
  level: "debug" | "info" | "warning" | "error" | "critical";
  /** `json` (one object a line), `pretty` (for a person), or `auto`: pretty at a terminal. */
  format: "auto" | "json" | "pretty";
};

const PINO_LEVEL = {
  debug: "debug",
  info: "info",
  warning: "warn",
  error: "error",
  critical: "fatal",
} as const;

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
  };
  const isForPeople = options.format === "pretty" || (options.format === "auto" && process.stdout.isTTY);
  return isForPeople ? pino(settings, prettyOutput()) : pino(settings, pino.destination({ sync: true }));
}

/** An error for the log without a failed query's parameters, hashes and addresses among them, which its message and stack repeat. */
export function toLoggedError(error: Error): object {
  const { params: _, ...shown } = pino.stdSerializers.err(error);
  const cut = (text: string) => text.replace(/\nparams: [^]*?(?=\n {4}at |\ncaused by: |$)/g, "");
  return { ...shown, message: cut(shown.message), stack: cut(shown.stack) };
}

function prettyOutput(): { write(line: string): void } {
  return {
    write(line: string) {
      const { time, level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const extra = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
      process.stdout.write(
        `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${escapeControls(String(msg))}${extra}\n`,
      );
    },
  };
}

/** A logged text may come from the network: control characters must not forge lines or drive the terminal (faults 22). */
function escapeControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}
