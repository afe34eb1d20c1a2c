import { parseLine } from "../parse/parse-line";
import { toFirewallEventDetail } from "../encode/parsed-event";
import type { ParsedEvent } from "./models";

export type ParseLinesInput = {
  lines: readonly string[];
  /** Address that they are taken to come from; null: unknown. */
  sender: string | null;
  receivedAtMicros: number;
  /** Octets kept of a line, as in ingest. */
  maxLineBytes: number;
  /** IANA zone of times that name none. */
  timeZone: string;
};

/** What ingest would make of the lines; like ingest, nothing of an empty one. */
export function parseLines(input: ParseLinesInput): ParsedEvent[] {
  return input.lines.flatMap((line, index) => (line === "" ? [] : [parseOne(line, index, input)]));
}

function parseOne(text: string, line: number, input: ParseLinesInput): ParsedEvent {
  const { receivedAtMicros, maxLineBytes, timeZone } = input;
  const octets = Buffer.from(text);
  const bytes = octets.subarray(0, maxLineBytes);
  const sender = input.sender ?? "";
  const parsed = parseLine(bytes, { receivedAtMicros, sender, timeZone });
  const arrival = {
    id: 0,
    collector: "",
    receivedAtMicros,
    sender,
    transport: "udp",
    truncated: bytes.length < octets.length,
    originalBytes: octets.length,
  } as const;
  const {
    id: _id,
    collector: _collector,
    transport: _transport,
    ...event
  } = toFirewallEventDetail(arrival, parsed);
  return { ...event, line };
}
