import type { ParsedMessage } from "../event/parsed-message";

export type { ParsedMessage } from "../event/parsed-message";

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

/** A line whose text is set where somebody asks for it. */
export type AskedLine = { -readonly [name in keyof Line]: Line[name] };

/**
 * Recognises one body format. Gives false, with the message untouched, for a body that is not its own, and decides that
 * by a cheap check. `body` is the line without its syslog header and the blanks behind it. Gives true after it has set
 * `message.parser`.
 */
export type BodyParser = (body: string, line: Line) => boolean;

/** A message of which nothing is known yet. */
export function emptyMessage(): ParsedMessage {
  return {
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
