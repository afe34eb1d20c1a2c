import type {
  FieldMapping,
  OwnFormat,
} from "../../../../../src/features/syslog/parse/own-formats/definition";
import { FormatSet } from "../../../../../src/features/syslog/parse/own-formats/format-set";
import { ARRIVAL_MICROS, parseLine, type StoredMessage } from "../parse-line";

export const ANY_LINE = { senders: [], apps: [], facilities: [], contains: [] };

/** A format that reads by `pattern`. */
export function givenFormat(pattern: string, other: Partial<OwnFormat> = {}): OwnFormat {
  return {
    name: "acme",
    kind: "pattern",
    reads: "message",
    pattern,
    vendor: null,
    conditions: ANY_LINE,
    fields: [],
    ...other,
  };
}

/** A mapping that says no more than it has to. */
export function givenMapping(field: FieldMapping["field"], other: Partial<FieldMapping>): FieldMapping {
  return { field, source: null, value: null, words: null, time_format: null, time_zone: null, ...other };
}

/** When lines arrive. */
export const RECEIVED = ARRIVAL_MICROS;

/** What a line says with these formats switched on. */
export function read(formats: readonly OwnFormat[], text: string, sender = "192.0.2.1"): StoredMessage {
  const ownFormats = new FormatSet(formats.map((format, key) => ({ key, format })));
  return parseLine(text, { sender, ownFormats });
}
