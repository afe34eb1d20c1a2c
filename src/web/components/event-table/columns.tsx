import { formatDay, formatDayAndTime, formatEventTime, formatUtc } from "../../format/time";
import type { DeviceNames } from "../../api/device-names";
import type { Column } from "../data-table/columns";
import { SEVERITIES } from "../query-bar/fields";
import { spellHidden } from "../../format/hidden-characters";
import { VisibleText } from "../value/visible-text";
import { EventCell } from "./event-cell";
import {
  EVENT_FIELDS,
  lineBody,
  termOf,
  type EventField,
  type FilterTerm,
  type FirewallEvent,
} from "./event-fields";
import styles from "./event-table.module.css";
import { VerdictMark } from "./verdict-mark";

/** Pixels; the room of the button behind a value is in it. */
const WIDTHS: Readonly<Partial<Record<EventField["field"], number>>> = {
  verdict: 104,
  source_host: 128,
  dst_port: 88,
  src_port: 88,
  protocol: 88,
  severity: 136,
};
const USUAL_WIDTH = 128;
/** One character of an address. */
const MONO_WIDTH = 7.3;
const ADDRESSES: ReadonlySet<string> = new Set(["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip", "sender"]);

/** On the card of a phone. */
const CARDS: Readonly<Record<string, Column<FirewallEvent>["card"]>> = { verdict: "state", protocol: "none" };

/** In this order; those of the first list are shown at first. */
const FIRST = ["verdict", "source_host", "src_ip", "dst_ip", "dst_port", "protocol"];
/** Beside lines that are read as a whole, which have the rest. */
const FIRST_OF_WRAPPED = new Set(["verdict", "source_host"]);
/** Of lines that tell of no flow: what has nothing in it takes no room from what they say. */
const FIRST_OF_PLAIN = new Set(["source_host", "severity"]);
const SHORT_LABELS: Readonly<Record<string, string>> = { dst_port: "Port" };

type Options = {
  /** Characters of the longest address by column: addresses are never cut. */
  addressLengths?: AddressLengths;
  /** They stand beside the addresses of devices. */
  deviceNames?: DeviceNames | undefined;
  /** The rows are of several days. */
  hasDays?: boolean;
  /** Long lines take several, in rows of `WRAPPED_ROW_HEIGHT`. */
  isWrapped?: boolean;
  /** None of the rows tells of a flow. */
  isPlain?: boolean;
};

/** Pixels: room for four lines, the last of which ends with an ellipsis where there is more. */
export const WRAPPED_ROW_HEIGHT = 72;

/** The columns of events for search and tail. Rows are drawn again when `onFilter` is another function. */
export function eventColumns(
  onFilter: (term: FilterTerm) => void,
  { addressLengths = {}, deviceNames, hasDays = false, isWrapped = false, isPlain = false }: Options = {},
): Column<FirewallEvent>[] {
  const fieldColumn = ({ field, label }: EventField, isHiddenAtFirst: boolean): Column<FirewallEvent> => ({
    id: field,
    label: SHORT_LABELS[field] ?? label,
    width: ADDRESSES.has(field) ? addressWidth(addressLengths[field]) : (WIDTHS[field] ?? USUAL_WIDTH),
    isHiddenAtFirst,
    card: CARDS[field],
    cell: (event) => (
      <FieldCell
        event={event}
        field={field}
        deviceNames={ADDRESSES.has(field) ? deviceNames : undefined}
        onFilter={onFilter}
      />
    ),
    copyValue: (event) => termOf(event, field)?.text ?? "",
  });
  const byField = (field: string) => EVENT_FIELDS.find((one) => one.field === field) ?? [];
  const rest = EVENT_FIELDS.filter(({ field }) => !FIRST.includes(field));
  const first = isPlain ? FIRST_OF_PLAIN : new Set(isWrapped ? FIRST_OF_WRAPPED : FIRST);
  return [
    timeColumn(hasDays),
    ...[...FIRST.flatMap(byField), ...rest].map((one) => fieldColumn(one, !first.has(one.field))),
    lineColumn(isWrapped),
  ];
}

/** Whether none of some events tells of a flow: they are lines of servers and the like. */
export function arePlain(events: readonly Pick<FirewallEvent, "verdict" | "src_ip" | "dst_ip">[]): boolean {
  return (
    events.length > 0 &&
    events.every(({ verdict, src_ip: from, dst_ip: to }) => verdict === null && from === null && to === null)
  );
}

/** Pixels. */
function addressWidth(characters = 0): number {
  return Math.max(152, Math.ceil(characters * MONO_WIDTH) + 44);
}

export type AddressLengths = Readonly<Partial<Record<EventField["field"], number>>>;

/** So much of a name is seen whole. */
const NAME_CHARACTERS = 12;

/** Characters that an address takes with the name of its device beside it. */
export function lengthWithName(address: string, name: string): number {
  return address.length + 1 + Math.min(name.length, NAME_CHARACTERS);
}

/** Of the longest source and the longest destination of some events, with what their devices are called. */
export function longestAddresses(events: readonly FirewallEvent[], names?: DeviceNames): AddressLengths {
  const lengthOf = (address: string) => {
    const name = names?.get(address);
    return name === undefined ? address.length : lengthWithName(address, name);
  };
  const longest = (field: "src_ip" | "dst_ip") =>
    events.reduce((most, event) => Math.max(most, lengthOf(event[field] ?? "")), 0);
  return { src_ip: longest("src_ip"), dst_ip: longest("dst_ip") };
}

function timeColumn(hasDays: boolean): Column<FirewallEvent> {
  return {
    id: "received_at",
    label: "Received",
    width: hasDays ? 168 : 112,
    sortKey: ({ received_at: at }) => at,
    cell: ({ received_at: at }) => (
      <time dateTime={at} title={`${formatDay(at)}, ${formatUtc(at)}`} className={`mono ${styles.time}`}>
        {hasDays ? formatDayAndTime(at) : formatEventTime(at)}
      </time>
    ),
    copyValue: ({ received_at: at }) => at,
  };
}

function lineColumn(isWrapped: boolean): Column<FirewallEvent> {
  const className = `mono ${styles.line} ${isWrapped ? styles.wrapped : ""}`;
  return {
    id: "raw_log",
    label: "Line",
    width: 280,
    card: "whole",
    cell: (event) => (
      <span className={className} title={spellHidden(event.raw_log)}>
        <VisibleText text={lineBody(event)} />
      </span>
    ),
    copyValue: ({ raw_log: line }) => line,
  };
}

function FieldCell({
  event,
  field,
  deviceNames,
  onFilter,
}: {
  event: FirewallEvent;
  field: EventField["field"];
  deviceNames: DeviceNames | undefined;
  onFilter: (term: FilterTerm) => void;
}) {
  const term = termOf(event, field);
  if (term === undefined) return <span className={styles.absent}>–</span>;
  const isMono = EVENT_FIELDS.some((one) => one.field === field && "isMono" in one);
  return (
    <EventCell term={term} isMono={isMono} name={deviceNames?.get(term.text)} onFilter={onFilter}>
      <FieldText field={field} text={term.text} />
    </EventCell>
  );
}

/** A value as people read it: the verdict with its mark, the severity with its name. */
export function FieldText({ field, text }: { field: string; text: string }) {
  if (field === "verdict") return <VerdictMark verdict={text} />;
  if (field === "severity") return `${text} ${SEVERITIES[Number(text)] ?? ""}`;
  return <VisibleText text={text} />;
}
