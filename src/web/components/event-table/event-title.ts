import { VERDICTS } from "./verdict-mark";
import { lineBody, type FirewallEvent } from "./event-fields";

/** Characters of a line that stands for an event without a flow. */
const MOST = 90;

type Named = Pick<
  FirewallEvent,
  "verdict" | "action" | "src_ip" | "dst_ip" | "dst_port" | "raw_log" | "app" | "source_host"
>;

/** What an event is, in one line: "Deny 10.10.10.19 -> 203.0.113.15:123", or the beginning of what it says. */
export function eventTitle(event: Named): string {
  const { src_ip: from, dst_ip: to, dst_port: port } = event;
  if (from === null && to === null) return cut(lineBody(event).trim());
  const target = to === null ? null : withPort(to, port);
  const ends =
    from !== null && target !== null
      ? `${from} -> ${target}`
      : from === null
        ? `to ${target}`
        : `from ${from}`;
  return [wordOf(event), ends].filter((part) => part !== "").join(" ");
}

/** The verdict as it is called, else the vendor's word. */
function wordOf({ verdict, action }: Named): string {
  const known = VERDICTS.find(({ id }) => id === verdict && id !== "other");
  const word = known?.label ?? action ?? "";
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function withPort(address: string, port: number | null): string {
  if (port === null) return address;
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

function cut(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST - 1).trimEnd()}…` : text;
}
