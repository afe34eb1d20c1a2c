import type {
  FieldMapping,
  OwnFormat,
} from "../../../../../src/features/syslog/parse/own-formats/definition";
import { FormatSet } from "../../../../../src/features/syslog/parse/own-formats/format-set";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";

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

/** 2026-11-21 10:50:00 UTC. */
export const RECEIVED = Date.UTC(2026, 10, 21, 10, 50) * 1000;

/** What a line says with these formats switched on. */
export function read(formats: readonly OwnFormat[], text: string, sender = "192.0.2.1") {
  const ownFormats = new FormatSet(formats.map((format, key) => ({ key, format })));
  const parsed = parseMessage(Buffer.from(text), { receivedAtMicros: RECEIVED, sender, ownFormats });
  const { texts } = parsed;
  return {
    ...parsed.fields,
    srcIp: parsed.read(texts.srcIp),
    dstIp: parsed.read(texts.dstIp),
    ruleId: parsed.read(texts.ruleId),
    reason: parsed.read(texts.reason),
    direction: parsed.read(texts.direction),
    message: parsed.read(texts.message),
  };
}
