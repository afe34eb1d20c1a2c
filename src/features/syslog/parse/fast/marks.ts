/** What body parsers look for, each a bit: one that needs a mark recognises no body without it. */
export const MARKS = {
  comma: 1,
  bar: 2,
  percent: 4,
  brace: 8,
  semicolon: 16,
  hash: 32,
  /** Tabs, which values of fields may have. */
  tab: 64,
  equals: 128,
  /** Something that may be an address of either version. */
  address: 256,
  /** `: in:`, behind a chain of RouterOS. */
  chain: 512,
  /** A colon and a quotation mark. */
  colonQuote: 1024,
  /** `[07/`, a time in an access log. */
  timeBracket: 2048,
  /** A key and its equals sign, as the parsers have it. */
  logId: 4096,
  logComponent: 8192,
  messageId: 16_384,
  type: 32_768,
  netfilter: 65_536,
  named: 131_072,
  /** A key or a bracket before the address of another side, and before that of a relay. */
  peer: 262_144,
  relay: 524_288,
  otherLogId: 1_048_576,
  /** A key of SonicWall's or Ivanti's: the number of a device, or the name of a gateway. */
  node: 2_097_152,
} as const;
