import { Button, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { Section } from "../../components/page-head/section";
import { SimpleTable } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import {
  keptBackupsQuery,
  targetQuery,
  useMakeBackup,
  useRemoveBackup,
  useVerifyBackup,
  type KeptBackup,
  type Place,
} from "./api";
import { keptColumns } from "./kept-columns";
import { ScheduleState } from "./schedule-state";

/** What the schedule has made, where it lies, and whether it can be restored. */
export function KeptSection() {
  const make = useMakeBackup();
  const target = useQuery(targetQuery());
  const [removed, setRemoved] = useState<KeptBackup | null>(null);
  return (
    <Section
      title="On a schedule"
      hint="By the plan under Settings. Before a newer version changes the database it is backed up, too."
      actions={
        <Button size="xs" variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          Make one now
        </Button>
      }
    >
      <Stack gap="md">
        <ScheduleState />
        {make.error !== null && <ErrorStrip error={make.error} title="Cannot make it" />}
        {target.data?.secret_access_key_set === true && (
          <KeptList place="s3" title="In the bucket" onRemove={setRemoved} />
        )}
        <KeptList place="folder" title="In the folder" onRemove={setRemoved} />
      </Stack>
      {removed !== null && <RemoveDialog backup={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
}

type ListProps = { place: Place; title: string; onRemove: (backup: KeptBackup) => void };

function KeptList({ place, title, onRemove }: ListProps) {
  const query = useQuery(keptBackupsQuery(place));
  const verify = useVerifyBackup();
  const verified = verify.isPending ? verify.variables : undefined;
  return (
    <QueryStates query={query} what={`backups ${title.toLowerCase()}`} rows={3}>
      {(backups) => (
        <Stack gap="xs">
          <Title order={3} size="h5">
            {title}
          </Title>
          {verify.error !== null && <ErrorStrip error={verify.error} title="Cannot verify it now" />}
          {backups.length === 0 ? (
            <EmptyState title={`No backup ${title.toLowerCase()} yet`}>
              The schedule is set under Settings.
            </EmptyState>
          ) : (
            <SimpleTable
              label={title}
              columns={keptColumns({ verified, onVerify: verify.mutate, onRemove })}
              rows={backups}
              rowId={({ filename }) => filename}
              isFramed
            />
          )}
        </Stack>
      )}
    </QueryStates>
  );
}

function RemoveDialog({ backup, onClose }: { backup: KeptBackup; onClose: () => void }) {
  const { mutate, isPending, error } = useRemoveBackup(onClose);
  const place = backup.place === "s3" ? "the bucket" : "the service's folder";
  return (
    <DeleteDialog
      verb="Remove"
      isFinal
      name={backup.filename}
      explanation={`The file is gone from ${place} for good.`}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(backup)}
      onClose={onClose}
    />
  );
}
