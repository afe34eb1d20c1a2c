import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Device } from "../../../api/inventory";
import { Section } from "../../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { auditLines, type AuditLine } from "../../../format/audit-lines";
import { formatNumber } from "../../../format/number";
import { changesQuery, type AuditLog } from "../api";
import { differencesOf } from "./audit-differences";
import { visible } from "../../../components/value/visible-text";
import styles from "../device.module.css";

const RestoreDialog = lazy(() =>
  import("../../../components/audit-entry/restore-dialog").then((module) => ({
    default: module.RestoreDialog,
  })),
);

type Line = AuditLine<AuditLog>;

/** Who changed the device, when, and what; from its first entry, an import's or another, on. */
export function Audit({ device }: { device: Device }) {
  const query = useQuery(changesQuery(device.id));
  const [restoring, setRestoring] = useState<Line | undefined>(undefined);
  return (
    <>
      <QueryStates query={query} what="the audit log" rows={6}>
        {({ records, total }) =>
          records.length === 0 ? (
            <EmptyState title="No change of this device is recorded" />
          ) : (
            <Section
              title="Changes"
              {...(records.length < total && {
                hint: `The newest ${records.length} of ${formatNumber(total)}.`,
              })}
            >
              <SimpleTable
                label="Changes"
                rows={auditLines(records)}
                rowId={({ entry }) => entry.id}
                columns={columnsOf(device.id, setRestoring)}
              />
            </Section>
          )
        }
      </QueryStates>
      <Suspense>
        {restoring !== undefined && (
          <RestoreDialog
            entryId={restoring.entry.id}
            sentence={restoring.sentence}
            onClose={() => setRestoring(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

function columnsOf(deviceId: number, onRestore: (line: Line) => void): readonly SimpleColumn<Line>[] {
  return [
    { id: "at", label: "When", cell: ({ entry }) => <TimeValue at={entry.created_at} /> },
    {
      id: "what",
      label: "What",
      cell: ({ entry, sentence }) => (
        <>
          <div>{visible(entry.undone_by === null ? sentence : `${sentence} (taken back)`)}</div>
          <Differences {...statesOf(entry, deviceId)} />
        </>
      ),
    },
    {
      id: "restore",
      label: "Restore",
      cell: (line) =>
        line.entry.is_undoable ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Restore… what was before: ${line.sentence}`}
            onClick={() => onRestore(line)}
          >
            Restore…
          </Button>
        ) : (
          "–"
        ),
    },
  ];
}

/** Of an entry that tells of many devices what it says of this one. */
function statesOf(
  { action, before, after }: AuditLog,
  deviceId: number,
): { before: unknown; after: unknown } {
  if (!action.startsWith("topology.devices_bulk_")) return { before, after };
  const own = (state: unknown) => fieldOf(fieldOf(state, "updated") ?? state, String(deviceId));
  return { before: own(before), after: own(after) };
}

function fieldOf(state: unknown, name: string): unknown {
  return typeof state === "object" && state !== null && !Array.isArray(state)
    ? Object.entries(state).find(([known]) => known === name)?.[1]
    : undefined;
}

function Differences({ before, after }: { before: unknown; after: unknown }) {
  return differencesOf(before, after).map(({ field, from, to }) => (
    <div key={field} className={styles.difference}>
      <span className={styles.dimmed}>{field}:</span> {from} → <strong>{to}</strong>
    </div>
  ));
}
