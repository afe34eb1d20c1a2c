import type { Arrival } from "../event/arrival";
import {
  BRIEF_FIELDS,
  type ColumnRow,
  DETAIL_FIELDS,
  EVENT,
  type EventColumn,
  LIST_FIELDS,
} from "../event/columns";
import { toInstant } from "../event/instant";
import type { FirewallEventDetail, FirewallEventRead } from "../event/models";
import type { ParsedLine } from "../parse/parsed-line";
import type { ColumnValue } from "../query/matcher";
import { messageColumn } from "./message-columns";

type Answers = Record<string, ColumnValue>;

/** What lists have beside the fields of spreadsheets, behind which the collector stands. */
const OTHER_LIST_FIELDS = LIST_FIELDS.slice(BRIEF_FIELDS.length);

/** The event that searches will give of a message, before it is stored. */
export function toFirewallEvent(
  arrival: Arrival & { collector: string },
  line: ParsedLine,
): FirewallEventRead;
export function toFirewallEvent(arrival: Arrival & { collector: string }, line: ParsedLine): Answers {
  const { collector } = arrival;
  return {
    ...answersOf(BRIEF_FIELDS, arrival, line),
    collector,
    ...answersOf(OTHER_LIST_FIELDS, arrival, line),
  };
}

/** The same with all that an event's own page shows. */
export function toFirewallEventDetail(
  arrival: Arrival & { collector: string },
  line: ParsedLine,
): FirewallEventDetail;
export function toFirewallEventDetail(arrival: Arrival & { collector: string }, line: ParsedLine): Answers {
  return {
    ...toFirewallEvent(arrival, line),
    ...answersOf(DETAIL_FIELDS, arrival, line),
    raw_base64: Buffer.from(line.rawBytes ?? line.bytes).toString("base64"),
  };
}

function answersOf(names: readonly EventColumn[], arrival: Arrival, line: ParsedLine): Answers {
  return Object.fromEntries(names.map((name) => [name, toAnswer(name, messageColumn(name)(arrival, line))]));
}

/** Times as answers tell them; the store keeps no empty text. */
function toAnswer(name: EventColumn, value: ColumnValue): ColumnValue {
  const { type, isRequired }: ColumnRow = EVENT[name];
  if (type === "TIMESTAMPTZ" && typeof value === "number") return toInstant(value);
  return value === "" && isRequired !== true ? null : value;
}
