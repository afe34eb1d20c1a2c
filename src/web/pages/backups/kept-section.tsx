import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { Notice } from "../../components/states/notice";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes, formatCount } from "../../format/number";
import {
  keptBackupsQuery,
  keptPath,
  scheduleQuery,
  useMakeBackup,
  useRemoveBackup,
  type KeptBackup,
} from "./api";

const columns = (onRemove: (backup: KeptBackup) => void): readonly SimpleColumn<KeptBackup>[] => [
  { id: "created", label: "Made", cell: ({ created_at: at }) => <TimeValue at={at} /> },
  { id: "name", label: "File", cell: ({ filename }) => <span className="mono">{filename}</span> },
  { id: "size", label: "Size", align: "right", cell: ({ size_bytes: bytes }) => formatBytes(bytes) },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (backup) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          component="a"
          href={keptPath(backup)}
          download
          aria-label={`Download ${backup.filename}`}
        >
          Download
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Remove ${backup.filename}`}
          onClick={() => onRemove(backup)}
        >
          Remove
        </Button>
      </Group>
    ),
  },
];

/** What the schedule has made and keeps in the service's own folder. */
export function KeptSection() {
  const query = useQuery(keptBackupsQuery());
  const make = useMakeBackup();
  const [removed, setRemoved] = useState<KeptBackup | null>(null);
  return (
    <Section
      title="On a schedule"
      hint="In the folder backups of the service's data directory: copy them to another machine."
      actions={
        <Button size="xs" variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          Make one now
        </Button>
      }
    >
      <Stack gap="md">
        <ScheduleState />
        {make.error !== null && <ErrorStrip error={make.error} title="Cannot make it" />}
        <QueryStates query={query} what="backups" rows={3}>
          {(backups) =>
            backups.length === 0 ? (
              <EmptyState title="No backup in the folder yet">
                The schedule is set under Settings. Its first backup is made within a minute.
              </EmptyState>
            ) : (
              <SimpleTable
                label="Backups in the folder"
                columns={columns(setRemoved)}
                rows={backups}
                rowId={({ filename }) => filename}
                isFramed
              />
            )
          }
        </QueryStates>
      </Stack>
      {removed !== null && <RemoveDialog backup={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
}

function ScheduleState() {
  const { data: schedule } = useQuery(scheduleQuery());
  if (schedule === undefined) return null;
  const { enabled, interval_hours: hours, retention_count: kept, due_at: dueAt, last_run: last } = schedule;
  const error = last?.error ?? null;
  return (
    <>
      {last !== null && error !== null && (
        <Notice kind="alert">
          The last backup failed (<TimeValue at={last.ended_at} />
          ): {error}
        </Notice>
      )}
      <p>
        {enabled ? (
          <>
            Every {formatCount(hours, ["hour", "hours"])}, the newest {kept} are kept; the next is due{" "}
            <TimeValue at={dueAt} />.
          </>
        ) : (
          "The schedule is off."
        )}{" "}
        <Link to="/administration/settings">Settings</Link>
      </p>
    </>
  );
}

function RemoveDialog({ backup, onClose }: { backup: KeptBackup; onClose: () => void }) {
  const { mutate, isPending, error } = useRemoveBackup(onClose);
  return (
    <DeleteDialog
      verb="Remove"
      name={backup.filename}
      explanation="The file is gone from the service's folder for good."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(backup)}
      onClose={onClose}
    />
  );
}
