import { parseMessage, type MessageContext } from "../../../../src/features/syslog/parse/message";
import { parseLine as parseFast } from "../../../../src/features/syslog/parse/parse-line";
import { emptyMessage, type ParsedMessage } from "../../../../src/features/syslog/parse/line";
import { ParsedLine } from "../../../../src/features/syslog/parse/parsed-line";

export const SENDER = "198.51.100.200";
/** When the test lines arrive unless a test says otherwise: 2026-11-21 10:50:00 UTC. */
export const ARRIVAL_MICROS = Date.UTC(2026, 10, 21, 10, 50) * 1000;

/** What the journal says of a test line, but for its bytes. */
export const ARRIVAL = {
  id: ARRIVAL_MICROS,
  receivedAtMicros: ARRIVAL_MICROS,
  sender: "192.0.2.1",
  transport: "udp",
  originalBytes: 9,
  truncated: false,
} as const;

const encoder = new TextEncoder();

/** A line and what it says all in one, as is easiest to write down and to compare. */
export type StoredMessage = ParsedMessage & { rawLog: string; rawBytes: Uint8Array | null };

/** What a line says, in texts of its own. */
export function messageOf(line: ParsedLine): StoredMessage {
  const { fields, texts, rawLog, rawBytes } = line;
  return {
    ...fields,
    srcIp: line.read(texts.srcIp),
    dstIp: line.read(texts.dstIp),
    interface: line.read(texts.interface),
    direction: line.read(texts.direction),
    ruleId: line.read(texts.ruleId),
    trackerId: line.read(texts.trackerId),
    reason: line.read(texts.reason),
    message: line.read(texts.message),
    rawLog,
    rawBytes,
  };
}

/** A line that says what is given and nothing else. */
export function lineOf({ rawLog = "", rawBytes = null, ...said }: Partial<StoredMessage>): ParsedLine {
  const line = new ParsedLine();
  const raw = { rawLog, rawBytes, bytes: Buffer.from(rawLog), isVerbatim: false };
  line.show(raw, { ...emptyMessage(), ...said });
  return line;
}

/**
 * Parses a text, or bytes, as it would arrive from the network.
 * @throws where a line that is read fast says something else.
 */
export function parseLine(line: string | Uint8Array, context: Partial<MessageContext> = {}): StoredMessage {
  const bytes = typeof line === "string" ? encoder.encode(line) : line;
  const asked = { receivedAtMicros: ARRIVAL_MICROS, sender: SENDER, ...context };
  const message = messageOf(parseMessage(bytes, asked));
  const fast = messageOf(parseFast(bytes, asked));
  if (!Bun.deepEquals(fast, message))
    throw new Error(`read fast it is ${JSON.stringify(fast)} for ${JSON.stringify(message)}`);
  return message;
}

/** The event's time as ISO text with microseconds, or null. */
export function isoEventTime({ eventTimeMicros }: { eventTimeMicros: number | null }): string | null {
  if (eventTimeMicros === null) return null;
  const seconds = Math.floor(eventTimeMicros / 1e6);
  const micros = String(eventTimeMicros - seconds * 1e6).padStart(6, "0");
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${micros}Z`;
}

/** `source` without its fields that are null, so that a table needs to name only what a line says. */
export function known(source: StoredMessage): Partial<StoredMessage> {
  const entries = Object.entries(source).filter(([, value]) => value !== null && value !== false);
  return Object.fromEntries(entries);
}
