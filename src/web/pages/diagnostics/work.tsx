import { StatusMark } from "../../components/badge/status-mark";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes, formatNumber } from "../../format/number";
import { formatRoughly } from "../../format/time";
import type { Diagnostics } from "./api";

type Job = Diagnostics["jobs"][number];
type Check = Diagnostics["readiness"][number];

const JOB_COLUMNS: readonly SimpleColumn<Job>[] = [
  { id: "name", label: "Work", cell: ({ name }) => <span className="mono">{name}</span> },
  { id: "result", label: "Last run", cell: (job) => <Result {...job} /> },
  { id: "why", label: "Why", cell: ({ failure }) => failure ?? "–" },
  { id: "began", label: "Began", cell: ({ started_at: at }) => <TimeValue at={at} as="age" /> },
];

function Result({ is_running: isRunning, failure, ended_at: endedAt }: Job) {
  if (isRunning) return <StatusMark status="maintenance" label="Running" />;
  if (failure !== null) return <StatusMark status="down" label="Failed" />;
  return endedAt === null ? (
    <StatusMark status="unknown" label="Not known" />
  ) : (
    <StatusMark status="ok" label="Done" />
  );
}

/** Periodic work of all replicas: what failed comes first. */
export function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const rows = jobs.toSorted((one, other) => Number(other.failure !== null) - Number(one.failure !== null));
  return (
    <Section title="Periodic work">
      <SimpleTable label="Periodic work" columns={JOB_COLUMNS} rows={rows} rowId={({ name }) => name} />
    </Section>
  );
}

const CHECK_COLUMNS: readonly SimpleColumn<Check>[] = [
  { id: "name", label: "Part", cell: ({ name }) => name },
  {
    id: "state",
    label: "State",
    cell: ({ ok }) => <StatusMark status={ok ? "ok" : "down"} label={ok ? "Ready" : "Not ready"} />,
  },
  { id: "message", label: "Why", cell: ({ message }) => message },
];

/** What readiness goes by. */
export function Readiness({ checks }: { checks: readonly Check[] }) {
  return (
    <Section title="Readiness">
      <SimpleTable label="Readiness" columns={CHECK_COLUMNS} rows={checks} rowId={({ name }) => name} />
    </Section>
  );
}

/** The process that answers, and what waits in it. */
export function Process({ queues, versions, process, generated_at: at }: Diagnostics) {
  const { searches, exports, notices, operations } = queues;
  const running = Object.values(operations).reduce((sum, count) => sum + count, 0);
  return (
    <Section title="This process">
      <Facts
        facts={[
          { label: "Version", value: versions.service },
          { label: "Runs on", value: `Bun ${versions.bun}, ${versions.platform}` },
          { label: "PostgreSQL", value: versions.database },
          { label: "Running for", value: formatRoughly(process.uptime_seconds * 1000) },
          { label: "Memory", value: formatBytes(process.memory_bytes) },
          {
            label: "Searches",
            value: `${formatNumber(searches.running)} run, ${formatNumber(searches.waiting)} wait`,
          },
          { label: "Exports", value: `${formatNumber(exports.running)} run` },
          { label: "Operations", value: `${formatNumber(running)} run` },
          {
            label: "Notices",
            value: `${formatNumber(notices.waiting)} wait, ${formatNumber(notices.dead)} were given up`,
          },
          { label: "As of", value: <TimeValue at={at} /> },
        ]}
      />
    </Section>
  );
}
