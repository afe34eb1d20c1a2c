import type { ParsedMessage } from "../event/columns";

export type { ParsedMessage } from "../event/columns";

/** A message as it is stored, with its line. */
export type StoredMessage = ParsedMessage & {
  /** The line as `raw_log` has it: UTF-8, escaped and cut (raw-line.ts). */
  rawLog: string;
  /** The octets, where `rawLog` does not tell them; a view of what was received. */
  rawBytes: Uint8Array | null;
  /** `rawLog` in UTF-8, where what was received has it; a view of that. The message is the end of such a line. */
  rawOctets: Uint8Array | null;
};

/**
 * A message being parsed: its text (no NUL, real line breaks), what is known so far, and what times are read against.
 */
export type Line = {
  readonly text: string;
  readonly message: ParsedMessage;
  readonly receivedAtMicros: number;
  /** IANA zone of times that name none. */
  readonly timeZone: string;
  /**
   * Seconds east of UTC that the header's time names, for times of the body that name none; null where it names none.
   */
  headerOffsetSeconds: number | null;
};

/**
 * Recognises one body format. Gives false, with the message untouched, for a body that is not its own, and decides that
 * by a cheap check. `body` is the line without its syslog header and the blanks behind it. Gives true after it has set
 * `message.parser`.
 */
export type BodyParser = (body: string, line: Line) => boolean;

/** A message of which nothing but its line is known yet. */
export function emptyMessage(
  rawLog: string,
  rawBytes: Uint8Array | null,
  rawOctets: Uint8Array | null = null,
): StoredMessage {
  return {
    rawLog,
    rawBytes,
    rawOctets,
    eventTimeMicros: null,
    sourceHost: null,
    facility: null,
    severity: null,
    app: null,
    procid: null,
    msgid: null,
    structuredData: null,
    srcIp: null,
    dstIp: null,
    srcPort: null,
    dstPort: null,
    natSrcIp: null,
    natDstIp: null,
    natSrcPort: null,
    natDstPort: null,
    protocol: null,
    action: null,
    actionRaw: null,
    verdict: null,
    interface: null,
    interfaceOut: null,
    direction: null,
    ruleId: null,
    trackerId: null,
    reason: null,
    bytes: null,
    packets: null,
    vendor: null,
    parser: "generic",
    clockUnset: false,
    message: null,
  };
}
