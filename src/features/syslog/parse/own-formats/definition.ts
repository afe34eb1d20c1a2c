/**
 * A format of one's own, as it is stored, handed to where lines are parsed, and exchanged with other installations:
 * plain data, told from others by its name.
 */
export type OwnFormat = {
  name: string;
  /** `pattern`: named groups; `json`: paths into an object. */
  kind: "pattern" | "json";
  /** Where it is looked for: behind the syslog header, or in all of the line. */
  reads: "message" | "line";
  /** Of the kind `pattern`, else null. */
  pattern: string | null;
  /** Null: the lines do not say whose they are. */
  vendor: string | null;
  conditions: OwnConditions;
  fields: readonly FieldMapping[];
};

/** What a line must be before it is read. A list without entries asks for nothing. */
export type OwnConditions = {
  /** Addresses or networks, of which the sender's is one. */
  senders: readonly string[];
  /** Programs, of which the header's is one; in any case. */
  apps: readonly string[];
  /** Facilities by their number, of which the header's is one. */
  facilities: readonly number[];
  /** Texts that the line has, all of them, as they are written. */
  contains: readonly string[];
};

/** Where a field's value comes from: of `source` and `value` one is set. */
export type FieldMapping = {
  field: TargetField;
  /** A named group, or a path. */
  source: string | null;
  /** The same for every line. */
  value: string | null;
  /** What is taken in place of a word of the line; words that are not here stay as they are. */
  words: Readonly<Record<string, string>> | null;
  /** Of `event_time`: how it is written; null: as most vendors do, told by its look. */
  time_format: string | null;
  /** Of `event_time`: the zone of times that name none; null: that of the header, else of the sender. */
  time_zone: string | null;
};

/** The fields of an event that a format can set. */
export const TARGET_FIELDS = [
  "event_time",
  "source_host",
  "severity",
  "app",
  "procid",
  "msgid",
  "src_ip",
  "dst_ip",
  "src_port",
  "dst_port",
  "protocol",
  "action",
  "interface",
  "interface_out",
  "direction",
  "rule_id",
  "tracker_id",
  "reason",
  "bytes",
  "packets",
  "nat_src_ip",
  "nat_dst_ip",
  "nat_src_port",
  "nat_dst_port",
  "vendor",
] as const;
export type TargetField = (typeof TARGET_FIELDS)[number];

const TARGETS: ReadonlySet<string> = new Set(TARGET_FIELDS);

export function isTargetField(name: string): name is TargetField {
  return TARGETS.has(name);
}

/** What the column `parser` says of lines that a format has read. */
export function parserOf(name: string): string {
  return `${OWN_PARSER}${name}`;
}

export const OWN_PARSER = "own:";

/** At most so many, switched on or off. */
export const MAX_OWN_FORMATS = 100;
