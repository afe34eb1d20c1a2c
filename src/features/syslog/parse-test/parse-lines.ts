import type { OwnFormat } from "../parse/own-formats/definition";
import { FormatSet } from "../parse/own-formats/format-set";
import { parseLine } from "../parse/parse-line";
import type { ParsedLine } from "../parse/parsed-line";
import { toFirewallEventDetail } from "../encode/parsed-event";
import type { ParsedEvent } from "./models";

export type ParseLinesInput = {
  lines: readonly string[];
  /** Address that they are taken to come from; null: unknown. */
  sender: string | null;
  receivedAtMicros: number;
  /** Bytes kept of a line, as in ingest. */
  maxLineBytes: number;
  /** IANA zone of times that name none. */
  timeZone: string;
  /** Formats of one's own, in their order. */
  formats: readonly OwnFormat[];
};

/** What ingest would make of the lines; like ingest, nothing of an empty one. */
export function parseLines(input: ParseLinesInput): ParsedEvent[] {
  const { lines, receivedAtMicros, maxLineBytes, timeZone, formats } = input;
  const ownFormats =
    formats.length === 0 ? undefined : new FormatSet(formats.map((format, key) => ({ key, format })));
  const sender = input.sender ?? "";
  return lines.flatMap((text, line) => {
    if (text === "") return [];
    const received = receivedLine(text, maxLineBytes);
    const context = { receivedAtMicros, sender, timeZone, ownFormats };
    const parsed = parseLine(received.bytes, context);
    return [toParsedEvent(parsed, { ...received, receivedAtMicros, sender, line })];
  });
}

/** What ingest has of a line that is longer than it may be. */
type ReceivedLine = { bytes: Uint8Array; originalBytes: number };

export function receivedLine(text: string, maxLineBytes: number): ReceivedLine {
  const whole = Buffer.from(text);
  return { bytes: whole.subarray(0, maxLineBytes), originalBytes: whole.length };
}

/** The event of a line that is not stored. `line`: which of them it is. */
export function toParsedEvent(
  parsed: ParsedLine,
  given: ReceivedLine & { receivedAtMicros: number; sender: string; line: number },
): ParsedEvent {
  const { bytes, originalBytes, receivedAtMicros, sender, line } = given;
  const arrival = {
    id: 0,
    collector: "",
    receivedAtMicros,
    sender,
    transport: "udp",
    truncated: bytes.length < originalBytes,
    originalBytes,
  } as const;
  const {
    id: _id,
    collector: _collector,
    transport: _transport,
    ...event
  } = toFirewallEventDetail(arrival, parsed);
  return { ...event, line };
}
