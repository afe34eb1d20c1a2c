/** What the header of a line says, and where it ends. */
export type OctetHeader = {
  /** Where the message begins, blanks before it included. */
  message: number;
  /** False where the line has neither priority nor time: the message is the whole line. */
  isThere: boolean;
  eventTimeMicros: number | null;
  offsetSeconds: number | null;
  /** The clock says of itself that it is not set. */
  clockUnset: boolean;
  sourceHost: string | null;
  facility: number | null;
  severity: number | null;
  app: string | null;
  procid: string | null;
  msgid: string | null;
  /** As JSON. */
  structuredData: string | null;
  /** Parsers that know lines by the program. */
  programs: number;
  /** Its names were met before. */
  isKnown: boolean;
};

/** The header of the line that was read last. */
export const octetHeader: OctetHeader = {
  message: 0,
  isThere: false,
  eventTimeMicros: null,
  offsetSeconds: null,
  clockUnset: false,
  sourceHost: null,
  facility: null,
  severity: null,
  app: null,
  procid: null,
  msgid: null,
  structuredData: null,
  programs: 0,
  isKnown: false,
};

/** What times of that line are read against. */
export const timeReference = { receivedAtMicros: 0, timeZone: "UTC" };
