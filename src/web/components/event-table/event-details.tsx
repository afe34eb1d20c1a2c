import type { MouseEvent, ReactNode } from "react";
import { formatDay, formatDuration, formatEventTime, formatUtc } from "../../format/time";
import { spellHidden } from "../../format/hidden-characters";
import { formatNumber } from "../../format/number";
import type { AddressPlace } from "../../api/address-places";
import type { AddressHolders } from "../../api/bindings";
import { Facts, type Fact } from "../detail-panel/facts";
import { HolderLines } from "../holder/holder-lines";
import { CopyButton } from "../value/copy-button";
import { TimeValue } from "../value/time-value";
import { Value } from "../value/value";
import { VisibleText } from "../value/visible-text";
import { FieldText } from "./columns";
import {
  EVENT_FIELDS,
  lineBody,
  termOf,
  type FilterTerm,
  type FirewallEvent,
  type FirewallEventDetail,
} from "./event-fields";
import styles from "./event-table.module.css";

type Props = {
  event: FirewallEventDetail;
  /** Events of the same sender around it, oldest first; undefined while they are on their way. */
  surrounding: readonly FirewallEvent[] | undefined;
  /** Who had its addresses then; undefined while it is not known. */
  holders: readonly AddressHolders[] | undefined;
  /** By address: its devices, and the subnet that it lies in. */
  places: ReadonlyMap<string, readonly AddressPlace[]>;
  onFollow: (href: string) => void;
  onFilter: (term: FilterTerm) => void;
  onOpen: (event: FirewallEvent) => void;
};

/**
 * All that is known of one event: what was read out of it, the line itself, both times, what read it, its neighbours.
 */
export function EventDetails(props: Props) {
  const { event, surrounding, holders, onOpen } = props;
  return (
    <>
      <div className={styles.partRow}>
        <h3 className={styles.part}>Line as received</h3>
        <CopyButton text={event.raw_log} label="Copy the line" />
      </div>
      <pre className={`mono ${styles.raw}`} tabIndex={0} aria-label="Line as received">
        <VisibleText text={event.raw_log} />
      </pre>
      {event.truncated && (
        <p className={styles.note}>
          Cut: the message had {formatNumber(event.original_bytes)} octets, more than are kept.
        </p>
      )}
      {holders !== undefined && <HolderLines holders={holders} className={styles.holders} />}
      <div className={styles.facts}>
        <Facts facts={[...timeFacts(event), ...fieldFacts(props), ...originFacts(event)]} />
      </div>
      <h3 className={styles.part}>Same sender, just before and after</h3>
      <Surrounding event={event} events={surrounding} onOpen={onOpen} />
    </>
  );
}

function timeFacts({
  received_at: received,
  event_time: sent,
  clock_unset: isUnset,
}: FirewallEventDetail): Fact[] {
  const difference = sent === null ? null : Date.parse(sent) - Date.parse(received);
  return [
    {
      label: "Received",
      value: (
        <>
          <TimeValue at={received} as="event" />, {formatDay(received)}
        </>
      ),
    },
    {
      label: "Sender’s time",
      value:
        sent === null ? (
          "not in the line"
        ) : (
          <>
            <TimeValue at={sent} as="event" /> {describeDifference(difference ?? 0)}
            {isUnset && ", its clock is not set"}
          </>
        ),
    },
  ];
}

function describeDifference(milliseconds: number): string {
  if (Math.abs(milliseconds) < 1000) return "";
  return `(${formatDuration(Math.abs(milliseconds))} ${milliseconds < 0 ? "earlier" : "later"})`;
}

function fieldFacts({ event, places, onFollow, onFilter }: Props): Fact[] {
  return EVENT_FIELDS.flatMap((field): Fact[] => {
    const term = termOf(event, field.field);
    if (term === undefined) return [];
    const known = ADDRESSES.has(field.field) ? (places.get(term.text) ?? []) : [];
    const value = (
      <Value
        text={term.text}
        isMono={"isMono" in field}
        onFilter={(isNegated) => onFilter({ ...term, isNegated })}
      >
        <FieldText field={field.field} text={term.text} />
      </Value>
    );
    return [{ label: field.label, value: withPlaces(value, { known, onFollow }) }];
  });
}

/** Parsers whose name does not say it. */
const READ_BY: Readonly<Record<string, string>> = {
  generic: "generic: no format was recognised",
  extracted: "extracted: no format was recognised, but names and forms that many devices share",
};
const ADDRESSES: ReadonlySet<string> = new Set(["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip", "sender"]);

type Places = { known: readonly AddressPlace[]; onFollow: (href: string) => void };

/** The links stand behind the value, in its line where there is room. */
function withPlaces(value: ReactNode, { known, onFollow }: Places): ReactNode {
  if (known.length === 0) return value;
  return (
    <span className={styles.addressed}>
      {value}
      {known.map(({ label, href }) => (
        <a key={href} href={href} onClick={(event) => follow(event, () => onFollow(href))}>
          {label}
        </a>
      ))}
    </span>
  );
}

/** A plain click stays on the page; one that opens another tab is the browser's. */
function follow(event: MouseEvent, go: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go();
}

function originFacts({
  parser,
  transport,
  collector,
  structured_data: structured,
}: FirewallEventDetail): Fact[] {
  return [
    ...(structured === null
      ? []
      : [
          {
            label: "Structured data",
            value: (
              <span className="mono">
                <VisibleText text={structured} />
              </span>
            ),
          },
        ]),
    { label: "Read by", value: READ_BY[parser] ?? parser },
    { label: "Came by", value: `${transport ?? "unknown"}, collector ${collector}` },
  ];
}

function Surrounding({
  event,
  events,
  onOpen,
}: {
  event: FirewallEvent;
  events: readonly FirewallEvent[] | undefined;
  onOpen: (event: FirewallEvent) => void;
}) {
  if (events === undefined) return <p className={styles.note}>Looking for them</p>;
  if (events.length < 2) return <p className={styles.note}>None are stored.</p>;
  return (
    <ol className={styles.surrounding}>
      {events.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className={`mono ${styles.neighbour}`}
            aria-current={one.id === event.id ? "true" : undefined}
            title={spellHidden(one.raw_log)}
            onClick={() => onOpen(one)}
          >
            <time dateTime={one.received_at} title={formatUtc(one.received_at)}>
              {formatEventTime(one.received_at)}
            </time>
            <span className={styles.neighbourLine}>
              <VisibleText text={lineBody(one)} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
