import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { StatusMark, type Status } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes, formatCount } from "../../format/number";
import { formatLatency, formatRoughly } from "../../format/time";
import type { Diagnostics } from "./api";

type Instance = Diagnostics["processes"]["instances"][number];
type Report = NonNullable<Instance["report"]>;
type Silence = NonNullable<Instance["silence"]>;

const NOTHING = "–";

const COLUMNS: readonly SimpleColumn<Instance>[] = [
  {
    id: "address",
    label: "Process",
    cell: ({ address, roles, version, is_self: isSelf }) => (
      <>
        <span className="mono">{address}</span>
        {isSelf && " (this one)"}
        <Dimmed text={`${roles.join(", ")} · ${version}`} />
      </>
    ),
  },
  { id: "state", label: "State", cell: (instance) => <State {...instance} /> },
  { id: "started", label: "Started", cell: ({ started_at: at }) => <TimeValue at={at} as="age" /> },
  { ...told("memory", "Memory", ({ memory_bytes: bytes }) => formatBytes(bytes)), align: "right" },
  {
    ...told("delay", "Thread late by", ({ event_loop_delay_ms: late }) => formatLatency(late)),
    align: "right",
  },
  {
    ...told("database", "Database", ({ database_ms: took }) =>
      took === null ? <StatusMark status="down" label="No answer" /> : formatLatency(took),
    ),
    align: "right",
  },
  told("journal", "Not stored yet", ({ journal }) => <Journal {...journal} />),
  told("errors", "Last error", ({ errors }) => (errors.count === 0 ? NOTHING : <Errors {...errors} />)),
  { id: "seen", label: "Last seen", cell: ({ seen_at: at }) => <TimeValue at={at} as="age" /> },
];

/** A column of what a process says of itself: nothing where it has said nothing. */
function told(id: string, label: string, cell: (report: Report) => ReactNode): SimpleColumn<Instance> {
  return { id, label, cell: ({ report }) => (report === null ? NOTHING : cell(report)) };
}

const SILENCES: Readonly<Record<Silence, { status: Status; label: string; why?: string }>> = {
  gone: { status: "down", label: "Gone" },
  no_answer: { status: "down", label: "No answer", why: "It hangs, or its INSTANCE_URL leads elsewhere" },
  refused: {
    status: "degraded",
    label: "Refuses to answer",
    why: "Its clock differs from here, or its INSTANCE_URL leads to another process",
  },
  other_key: { status: "degraded", label: "Another MASTER_KEY" },
  old_version: { status: "unknown", label: "Runs", why: "Its version does not tell how it is" },
};

function State({ report, silence }: Instance) {
  if (silence !== null) {
    const { why, ...mark } = SILENCES[silence];
    return (
      <>
        <StatusMark {...mark} />
        {why !== undefined && <Dimmed text={why} />}
      </>
    );
  }
  if (report === null || report.is_ready) return <StatusMark status="ok" label="Ready" />;
  return (
    <>
      <StatusMark status="degraded" label="Not ready" />
      <Dimmed text={report.unready_because.join("; ")} />
    </>
  );
}

function Journal({ messages, lag_seconds: lag, trouble }: Report["journal"]) {
  const waiting =
    messages === 0
      ? "nothing"
      : `${formatCount(messages, ["line", "lines"])} for ${formatRoughly(lag * 1000)}`;
  if (trouble === null) return waiting;
  return (
    <>
      <StatusMark status="down" label={waiting} />
      <Dimmed text={trouble} />
    </>
  );
}

function Errors({ count, last_at: at, last_message: message, last_code: code }: Report["errors"]) {
  return (
    <>
      <TimeValue at={at} as="age" />
      {count > 1 && `, of ${formatCount(count, ["error", "errors"])}`}
      <Dimmed text={code === null ? (message ?? "") : `${message} (${code})`} />
    </>
  );
}

function Dimmed({ text }: { text: string }) {
  return (
    <Text span display="block" size="xs" c="dimmed">
      {text}
    </Text>
  );
}

/** All that work on this database, how each is now, and what none of them does. */
export function Processes({ processes }: Diagnostics) {
  const { instances, missing_roles: missing } = processes;
  return (
    <Section
      title="Processes"
      hint={
        missing.length === 0 ? (
          "All that work on this database, each asked how it is; what it does is its ROLES."
        ) : (
          <StatusMark status="down" label={`No live process has the role ${missing.join(", ")}`} />
        )
      }
    >
      <SimpleTable label="Processes" columns={COLUMNS} rows={instances} rowId={({ id }) => id} />
    </Section>
  );
}
