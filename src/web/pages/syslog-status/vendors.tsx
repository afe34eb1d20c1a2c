import { Link } from "@tanstack/react-router";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import type { SyslogStatus } from "../../api/syslog-status";
import { formatNumber, formatPercent } from "../../format/number";

type Vendor = SyslogStatus["vendors"][number];

const COLUMNS: readonly SimpleColumn<Vendor>[] = [
  {
    id: "vendor",
    label: "Vendor",
    cell: ({ vendor }) =>
      vendor === null ? (
        "no vendor’s format"
      ) : (
        <Link to="/syslog" search={{ q: `vendor:${vendor}` }}>
          {vendor}
        </Link>
      ),
  },
  { id: "stored", label: "Stored", align: "right", cell: ({ stored }) => formatNumber(stored) },
  {
    id: "rate",
    label: "Parse rate",
    align: "right",
    cell: ({ stored, unparsed }) => formatPercent(stored === 0 ? null : (stored - unparsed) / stored),
  },
  { id: "seen", label: "Last seen", cell: ({ last_seen_at: at }) => <TimeValue at={at} as="age" /> },
];

/** Whose formats the lines are in. */
export function Vendors({ status }: { status: SyslogStatus }) {
  return (
    <Section title="Vendors" hint="Stored lines since start, by the format that was recognised.">
      {status.vendors.length === 0 ? (
        "No line stored since start."
      ) : (
        <SimpleTable
          label="Vendors"
          columns={COLUMNS}
          rows={status.vendors}
          rowId={({ vendor }) => vendor ?? ""}
        />
      )}
    </Section>
  );
}
