import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import type { SyslogStatus } from "../../api/syslog-status";
import type { Column, Sort } from "../../components/data-table/columns";
import { DataTable } from "../../components/data-table/data-table";
import { TimeValue } from "../../components/value/time-value";
import { formatNumber, formatPercent } from "../../format/number";
import { formatSkew } from "./skew";
import styles from "./syslog-status.module.css";

type Sender = SyslogStatus["senders"][number];

/** Pixels that a table takes at least. */
const MIN_HEIGHT = 160;

/** The name under which the service sums up senders that it does not name. */
const REST = "other";

type CountName = "received" | "generic" | "dropped" | "malformed" | "oversize" | "denied";

const count = (id: CountName, label: string, width: number) =>
  ({
    id,
    label,
    width,
    align: "right",
    sortKey: (sender) => sender[id],
    cell: (sender) => formatNumber(sender[id]),
  }) satisfies Column<Sender>;

const parseRate = ({ parsed, stored }: Sender) => (stored === 0 ? null : parsed / stored);

const COLUMNS: readonly Column<Sender>[] = [
  {
    id: "sender",
    label: "Sender",
    width: 168,
    grows: true,
    sortKey: ({ sender }) => sender,
    cell: ({ sender }) =>
      sender === REST ? (
        "all other senders"
      ) : (
        <Link to="/syslog" search={{ q: `sender:${sender}` }} className="mono" tabIndex={-1}>
          {sender}
        </Link>
      ),
    copyValue: ({ sender }) => sender,
  },
  {
    id: "vendor",
    label: "Vendor",
    card: "bare",
    width: 104,
    sortKey: ({ vendor }) => vendor,
    cell: ({ vendor }) => vendor ?? "–",
  },
  count("received", "Received", 88),
  {
    id: "parse_rate",
    label: "Parse rate",
    width: 88,
    align: "right",
    sortKey: parseRate,
    cell: (sender) => formatPercent(parseRate(sender)),
  },
  {
    id: "clock_skew_seconds",
    label: "Clock",
    width: 120,
    align: "right",
    sortKey: ({ clock_skew_seconds: skew }) => (skew === null ? null : Math.abs(skew)),
    cell: ({ clock_skew_seconds: skew }) => formatSkew(skew),
  },
  {
    id: "last_seen_at",
    label: "Last seen",
    width: 96,
    sortKey: ({ last_seen_at: at }) => at,
    cell: ({ last_seen_at: at }) => <TimeValue at={at} as="age" absent="never" isInGrid />,
  },
  count("generic", "Header only", 96),
  count("dropped", "Lost", 64),
  count("malformed", "Broken", 72),
  count("oversize", "Cut", 56),
  count("denied", "Denied", 72),
];

type Props = {
  status: SyslogStatus;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  onOpen: (query: string) => void;
};

/** Who sends, how much of it is understood, and whose clock is wrong. */
export function Senders({ status, sort, onSort, onOpen }: Props) {
  const { senders, sender_count: known } = status;
  const open = useCallback(
    ({ sender }: Sender) => onOpen(sender === REST ? "" : `sender:${sender}`),
    [onOpen],
  );
  return (
    <section aria-label="Senders">
      <h2 className={styles.part}>
        Senders{" "}
        <span className={styles.figure}>
          {known > senders.length
            ? `the ${formatNumber(senders.length)} busiest of ${formatNumber(known)}`
            : formatNumber(known)}
        </span>
      </h2>
      <div
        className={styles.senders}
        style={{ height: Math.max(MIN_HEIGHT, Math.min(12, senders.length + 1) * 32 + 16) }}
      >
        <DataTable
          label="Senders"
          name="syslog-senders"
          rows={senders}
          columns={COLUMNS}
          rowId={({ sender }) => sender}
          rowLabel={({ sender }) => sender}
          sort={sort}
          onSort={onSort}
          onOpen={open}
        />
      </div>
    </section>
  );
}
