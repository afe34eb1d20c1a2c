import { StatusMark } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import type { Diagnostics } from "./api";

type Instance = Diagnostics["processes"]["instances"][number];

const COLUMNS: readonly SimpleColumn<Instance>[] = [
  {
    id: "address",
    label: "Process",
    cell: ({ address, is_self: isSelf }) => (
      <>
        <span className="mono">{address}</span>
        {isSelf && " (this one)"}
      </>
    ),
  },
  { id: "state", label: "State", cell: (instance) => <State {...instance} /> },
  { id: "roles", label: "Does", cell: ({ roles }) => roles.join(", ") },
  { id: "version", label: "Version", cell: ({ version }) => version },
  { id: "started", label: "Started", cell: ({ started_at: at }) => <TimeValue at={at} as="age" /> },
  { id: "seen", label: "Last seen", cell: ({ seen_at: at }) => <TimeValue at={at} as="age" /> },
];

function State({ is_live: isLive, has_same_key: hasSameKey }: Instance) {
  if (!isLive) return <StatusMark status="down" label="Gone" />;
  if (!hasSameKey) return <StatusMark status="degraded" label="Another MASTER_KEY" />;
  return <StatusMark status="ok" label="Runs" />;
}

/** All that work on this database, and what none of them does. */
export function Processes({ processes }: Diagnostics) {
  const { instances, missing_roles: missing } = processes;
  return (
    <Section
      title="Processes"
      hint={
        missing.length === 0 ? (
          "All that work on this database; what each does is its ROLES."
        ) : (
          <StatusMark status="down" label={`No live process has the role ${missing.join(", ")}`} />
        )
      }
    >
      <SimpleTable label="Processes" columns={COLUMNS} rows={instances} rowId={({ id }) => id} />
    </Section>
  );
}
