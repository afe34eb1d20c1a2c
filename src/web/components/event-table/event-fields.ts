import type { Model } from "../../api/client";
import type { TermContent } from "../query-bar/query-text";

export type FirewallEvent = Model<"FirewallEventRead">;
export type FirewallEventDetail = Model<"FirewallEventDetail">;

/** A field and its value, for the query. */
export type FilterTerm = TermContent & { field: string };

/** Fields of an event that a query can ask for, as they are called on the screen. */
export const EVENT_FIELDS = [
  { field: "verdict", label: "Verdict" },
  { field: "action", label: "Action" },
  { field: "src_ip", label: "Source", isMono: true },
  { field: "src_port", label: "Source port", isMono: true },
  { field: "dst_ip", label: "Destination", isMono: true },
  { field: "dst_port", label: "Destination port", isMono: true },
  { field: "protocol", label: "Protocol" },
  { field: "interface", label: "Interface" },
  { field: "interface_out", label: "Outgoing interface" },
  { field: "direction", label: "Direction" },
  { field: "rule_id", label: "Rule", isMono: true },
  { field: "tracker_id", label: "Tracker", isMono: true },
  { field: "reason", label: "Reason" },
  { field: "nat_src_ip", label: "Translated source", isMono: true },
  { field: "nat_src_port", label: "Translated source port", isMono: true },
  { field: "nat_dst_ip", label: "Translated destination", isMono: true },
  { field: "nat_dst_port", label: "Translated destination port", isMono: true },
  { field: "bytes", label: "Bytes" },
  { field: "packets", label: "Packets" },
  { field: "source_host", label: "Host" },
  { field: "app", label: "Program" },
  { field: "procid", label: "Process id", isMono: true },
  { field: "msgid", label: "Message id" },
  { field: "severity", label: "Severity" },
  { field: "facility", label: "Facility" },
  { field: "sender", label: "Sender", isMono: true },
  { field: "vendor", label: "Vendor" },
] as const satisfies readonly { field: keyof FirewallEvent; label: string; isMono?: boolean }[];

export type EventField = (typeof EVENT_FIELDS)[number];

/** The term that asks for events with the same value; undefined where the event has none. */
export function termOf(event: FirewallEvent, id: string): FilterTerm | undefined {
  const field = EVENT_FIELDS.find((one) => one.field === id)?.field;
  const value = field === undefined ? null : event[field];
  return field === undefined || value === null || value === ""
    ? undefined
    : { field, text: String(value), isNegated: false };
}

export function eventKey({ collector, id }: Pick<FirewallEvent, "collector" | "id">): string {
  return `${collector}-${id}`;
}

/** Where the text of a line may begin at most: headers are shorter. */
const LONGEST_HEADER = 200;

/**
 * The line from its program on, else from behind its host: the header before it is in columns of its own. One of RFC
 * 5424 is shown as an older one would be, "sshd[42]: Failed": what it leaves open, and the structured data beside a
 * message, are in the details.
 */
export function lineBody({
  raw_log: line,
  app,
  source_host: host,
}: Pick<FirewallEvent, "raw_log" | "app" | "source_host">): string {
  const body = bodyOf5424(line);
  if (body !== undefined) return body;
  const head = line.slice(0, LONGEST_HEADER);
  const program = app === null ? -1 : head.indexOf(` ${app}`);
  if (program !== -1) return line.slice(program + 1);
  const name = host === null ? -1 : head.indexOf(` ${host} `);
  if (host !== null && name !== -1) return line.slice(name + host.length + 2).replace(/^: /, "");
  return line.replace(/^<\d{1,3}>/, "");
}

/** Program, process, kind of message, structured data, and the message behind them. */
const HEADER_5424 =
  /^<\d{1,3}>1 \S+ \S+ (\S+) (\S+) (\S+) (-|(?:\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\])+)(?: \uFEFF?(.*))?$/s;

function bodyOf5424(line: string): string | undefined {
  const [whole, app = "-", process = "-", kind = "-", data = "-", message = ""] =
    HEADER_5424.exec(line) ?? [];
  if (whole === undefined) return undefined;
  const said = message === "" && data !== "-" ? data : message;
  const program = app === "-" || process === "-" ? app : `${app}[${process}]`;
  const names = [program, kind].filter((name) => name !== "-").join(" ");
  return names === "" ? said : `${names}: ${said}`;
}
