import { LISTED_BEATS } from "../../../api/monitoring";
import { StatusMark } from "../../../components/badge/status-mark";
import { HeartbeatBar } from "../../../components/beats/heartbeat-bar";
import type { Column } from "../../../components/data-table/columns";
import { Sparkline } from "../../../components/sparkline/sparkline";
import { isTrouble, rankOf, type Uptime } from "../../../api/watched";
import { LOOKS } from "../../../components/watched/looks";
import { useNow } from "../../../components/value/clock";
import { TimeValue } from "../../../components/value/time-value";
import { addressSortKey } from "../../../format/address";
import { formatUptime } from "../../../format/number";
import { formatLatency, formatRoughly } from "../../../format/time";
import { CutText } from "../../../components/value/visible-text";
import styles from "../monitoring.module.css";
import type { Row } from "../rows";
import type { Tab } from "../search";

const ABSENT = "–";

/** What it is held to be, and for how long. */
export function State({ row }: { row: Pick<Row, "standing" | "since" | "error"> }) {
  const now = useNow();
  const { standing, since, error } = row;
  const { status, label } = LOOKS[standing];
  const isAged = since !== null && (isTrouble(standing) || standing === "up");
  return (
    <span className={styles.state} title={error ?? undefined}>
      <StatusMark status={status} label={label} />
      {isAged && <span className={styles.dimmed}>{formatRoughly(now - Date.parse(since))}</span>}
    </span>
  );
}

export function Latency({ row }: { row: Pick<Row, "latencyMs" | "latencies"> }) {
  return (
    <span className={styles.latency}>
      {row.latencies.some((value) => value !== null) && <Sparkline values={row.latencies} />}
      <span>{row.latencyMs === null ? ABSENT : formatLatency(row.latencyMs)}</span>
    </span>
  );
}

/** `99.98 %`, and `99.98 % of 20 h` where less was watched than `span` hours: never more than is known. */
export function UptimeValue({ uptime: { share, hours }, span }: { uptime: Uptime; span: number }) {
  if (share === null) return ABSENT;
  return (
    <span>
      {formatUptime(share)}
      {hours !== null && !isNearlyAll(hours, span) && (
        <span className={styles.dimmed}> of {formatRoughly(hours * HOUR_MS)}</span>
      )}
    </span>
  );
}

const HOUR_MS = 3_600_000;

/** Between two checks the last stretch is not known yet: that is no gap. */
const isNearlyAll = (hours: number, span: number) => hours >= span * 0.98;

/** When it was checked last; grey, and said, where that is too long ago. */
export function Checked({
  row: { checkedAt, standing, isSpread },
}: {
  row: Pick<Row, "checkedAt" | "standing" | "isSpread">;
}) {
  return (
    <span className={standing === "stale" ? styles.stale : undefined}>
      <TimeValue at={checkedAt} as="age" absent={isSpread ? "by device" : "not yet"} isInGrid />
    </span>
  );
}

function textColumn(
  column: { id: string; label: string; width: number; isHiddenAtFirst?: boolean; grows?: boolean },
  textOf: (row: Row) => string | null,
): Column<Row> {
  return {
    ...column,
    sortKey: (row) => textOf(row) || null,
    cell(row) {
      const text = textOf(row) || ABSENT;
      return <CutText text={text} />;
    },
    copyValue: (row) => textOf(row) ?? "",
  };
}

const NAME = textColumn({ id: "name", label: "Name", width: 140, grows: true }, ({ name }) => name);

const STATE: Column<Row> = {
  id: "state",
  label: "State",
  width: 150,
  sortKey: ({ standing }) => rankOf(standing),
  cell: (row) => <State row={row} />,
  copyValue: ({ standing }) => LOOKS[standing].label,
};

const BEATS: Column<Row> = {
  id: "beats",
  label: "Last checks",
  width: 172,
  cell: ({ key, name, beats }) => (
    <HeartbeatBar beats={beats} label={name} gridRow={key} places={LISTED_BEATS} scale={1.25} />
  ),
};

const LATENCY: Column<Row> = {
  id: "latency",
  label: "Latency",
  width: 136,
  align: "right",
  sortKey: ({ latencyMs }) => latencyMs,
  cell: (row) => <Latency row={row} />,
  copyValue: ({ latencyMs }) => (latencyMs === null ? "" : String(latencyMs)),
};

function uptimeColumn(id: "day" | "week", label: string, span: number): Column<Row> {
  return {
    id,
    label,
    width: 142,
    align: "right",
    sortKey: (row) => row[id].share,
    cell: (row) => <UptimeValue uptime={row[id]} span={span} />,
    copyValue: (row) => (row[id].share === null ? "" : formatUptime(row[id].share)),
  };
}

const CHECKED: Column<Row> = {
  id: "checked",
  label: "Checked",
  width: 84,
  sortKey: ({ checkedAt }) => checkedAt,
  cell: (row) => <Checked row={row} />,
  copyValue: ({ checkedAt }) => checkedAt ?? "",
};

const ERROR = textColumn(
  { id: "error", label: "Newest finding", width: 220, isHiddenAtFirst: true },
  ({ error }) => error,
);

const ADDRESS: Column<Row> = {
  id: "address",
  label: "Address",
  width: 136,
  isHiddenAtFirst: true,
  sortKey: ({ where }) => addressSortKey(where),
  cell: ({ where }) => <span className="mono">{where || ABSENT}</span>,
  copyValue: ({ where }) => where,
};

const MEASURED = [
  STATE,
  BEATS,
  LATENCY,
  uptimeColumn("day", "Uptime 24 h", 24),
  uptimeColumn("week", "Uptime 7 days", 7 * 24),
  CHECKED,
];

/** What each list shows. */
export const COLUMNS: Readonly<Record<Tab, readonly Column<Row>[]>> = {
  devices: [
    NAME,
    ...MEASURED,
    ADDRESS,
    textColumn({ id: "type", label: "Type", width: 100, isHiddenAtFirst: true }, ({ type }) => type),
    textColumn({ id: "site", label: "Site", width: 112, isHiddenAtFirst: true }, ({ site }) => site),
    textColumn({ id: "group", label: "Group", width: 120, isHiddenAtFirst: true }, ({ group }) => group),
    textColumn({ id: "tags", label: "Tags", width: 140, isHiddenAtFirst: true }, ({ tags }) =>
      tags.join(", "),
    ),
    ERROR,
  ],
  services: [
    NAME,
    STATE,
    textColumn({ id: "where", label: "Checked", width: 260 }, ({ where }) => where),
    { ...ERROR, isHiddenAtFirst: false },
    { ...LATENCY, width: 96 },
    { ...CHECKED, label: "Last check" },
  ],
  monitors: [
    NAME,
    ...MEASURED,
    textColumn({ id: "where", label: "URL", width: 260, isHiddenAtFirst: true }, ({ where }) => where),
    textColumn({ id: "tags", label: "Tags", width: 140, isHiddenAtFirst: true }, ({ tags }) =>
      tags.join(", "),
    ),
    ERROR,
  ],
};
