import { useQuery } from "@tanstack/react-query";
import type { Device } from "../../api/inventory";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatNumber } from "../../format/number";
import { changesQuery, type AuditLog } from "./api";
import { differencesOf } from "./audit-differences";
import styles from "./device.module.css";

const COLUMNS: readonly SimpleColumn<AuditLog>[] = [
  { id: "at", label: "When", cell: ({ created_at: at }) => <TimeValue at={at} /> },
  { id: "who", label: "Who", cell: ({ actor_username: name }) => name ?? "–" },
  { id: "action", label: "Action", cell: ({ action }) => action },
  {
    id: "changes",
    label: "Changes",
    cell: ({ before, after }) => <Differences before={before} after={after} />,
  },
];

/** Who changed the device, when, and what. */
export function Audit({ device }: { device: Device }) {
  const query = useQuery(changesQuery(device.id));
  return (
    <QueryStates query={query} what="the audit log" rows={6}>
      {({ records, total }) =>
        records.length === 0 ? (
          <EmptyState title="No change of this device is recorded">
            Imports and bulk changes are recorded once for all of their devices, under Administration.
          </EmptyState>
        ) : (
          <Section
            title="Changes"
            hint={`${records.length < total ? `The newest ${records.length} of ${formatNumber(total)}. ` : ""}Imports and bulk changes are recorded once for all of their devices, under Administration.`}
          >
            <SimpleTable label="Changes" rows={records} rowId={({ id }) => id} columns={COLUMNS} />
          </Section>
        )
      }
    </QueryStates>
  );
}

function Differences({ before, after }: { before: unknown; after: unknown }) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return "–";
  return differences.map(({ field, from, to }) => (
    <div key={field} className={styles.difference}>
      <span className={styles.dimmed}>{field}:</span> {from} → <strong>{to}</strong>
    </div>
  ));
}
