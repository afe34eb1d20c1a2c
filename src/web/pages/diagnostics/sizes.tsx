import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { StatusMark } from "../../components/badge/status-mark";
import { formatBytes, formatCount, formatNumber } from "../../format/number";
import type { Diagnostics } from "./api";

/** The database, stored events and the disk under them. */
export function Sizes({ database, syslog, disk }: Diagnostics) {
  return (
    <Section title="Database and disk">
      <Facts
        facts={[
          { label: "Database", value: database.engine.description },
          {
            label: "Its size",
            value: `${formatBytes(database.main.bytes)}, and ${formatBytes(database.main.wal_bytes)} of its log`,
          },
          {
            label: "Events",
            value: `${formatCount(syslog.total_events, ["event", "events"])} in ${formatBytes(syslog.segment_bytes)}, kept for ${formatCount(syslog.retention_days, ["day", "days"])}`,
          },
          {
            label: "Disk",
            value: `${formatBytes(disk.free_bytes)} free of ${formatBytes(disk.total_bytes)}`,
          },
          { label: "Events add", value: `${formatBytes(disk.forecast.daily_bytes)} a day` },
          { label: "Events will take", value: formatBytes(disk.forecast.expected_bytes) },
          { label: "Forecast", value: <Forecast days={disk.forecast.full_in_days} /> },
        ]}
      />
    </Section>
  );
}

function Forecast({ days }: { days: number | null }) {
  if (days === null) return <StatusMark status="ok" label="They fit" />;
  const label = `Full in ${formatCount(Math.floor(days), ["day", "days"])}`;
  return <StatusMark status={days < 7 ? "down" : "degraded"} label={label} />;
}

type Table = Diagnostics["database"]["tables"][number];

const COLUMNS: readonly SimpleColumn<Table>[] = [
  { id: "name", label: "Table", cell: ({ name }) => <span className="mono">{name}</span> },
  { id: "size", label: "Size", align: "right", cell: ({ bytes }) => formatBytes(bytes) },
  {
    id: "rows",
    label: "Rows, about",
    align: "right",
    cell: ({ rows }) => (rows === null ? "–" : formatNumber(rows)),
  },
  { id: "kept", label: "Kept for", cell: ({ retention }) => retention ?? "until it is removed" },
];

/** What grows, the biggest first. */
export function Tables({ tables }: { tables: readonly Table[] }) {
  return (
    <Section title="Tables">
      <SimpleTable label="Tables" columns={COLUMNS} rows={tables} rowId={({ name }) => name} />
    </Section>
  );
}
