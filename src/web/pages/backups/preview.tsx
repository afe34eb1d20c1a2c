import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Facts } from "../../components/detail-panel/facts";
import { OperationProgress } from "../../components/operation/operation-progress";
import type { Operation } from "../../components/operation/words";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { Notice } from "../../components/states/notice";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes, formatNumber } from "../../format/number";
import { beginRestore, restoreQuery, useCancel, type BackupPreview, type Chosen } from "./api";
import { changesOf, type TableChange } from "./changes";

/** What has to be typed. */
const WORD = "restore";

const COLUMNS: readonly SimpleColumn<TableChange>[] = [
  { id: "name", label: "What", cell: ({ name }) => name },
  { id: "now", label: "Rows now", align: "right", cell: ({ now }) => formatNumber(now) },
  { id: "kept", label: "Rows in the backup", align: "right", cell: ({ kept }) => formatNumber(kept) },
];

/** What was found in a backup, and the decision. */
export function Preview({ preview, chosen }: { preview: BackupPreview; chosen: Chosen }) {
  const changes = changesOf(preview);
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: "Shows", value: <TimeValue at={preview.created_at} /> },
          { label: "Made by", value: `Netatlas ${preview.version}` },
          { label: "From", value: preview.is_own_instance ? "this installation" : "another installation" },
          { label: "Size", value: formatBytes(preview.size_bytes) },
          {
            label: "Holds",
            value: `${formatNumber(preview.devices)} devices, ${formatNumber(preview.users)} users, ${formatNumber(preview.subnets)} subnets`,
          },
          { label: "Stored events", value: eventsOf(preview) },
          { label: "Stay disabled", value: preview.still_disabled_users.join(", ") },
          { label: "Keys stay revoked", value: preview.still_revoked_keys.join(", ") },
          { label: "Not in it", value: preview.missing_users.join(", ") },
        ]}
      />
      <Notice kind="status">
        <ul>
          {preview.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </Notice>
      {changes.length > 0 && (
        <SimpleTable
          label="What would change in number"
          columns={COLUMNS}
          rows={changes}
          rowId={({ name }) => name}
          isFramed
        />
      )}
      <Decision chosen={chosen} />
    </Stack>
  );
}

/** Empty: the backup has none. */
function eventsOf({ events }: BackupPreview): string {
  if (events === null) return "";
  const { events: all, new_events: added } = events;
  return `${formatNumber(all)} (${formatBytes(events.bytes)}), of which ${formatNumber(added)} are put in place`;
}

function Decision({ chosen }: { chosen: Chosen }) {
  const [typed, setTyped] = useState("");
  const { mutate, data, isPending, error } = useMutation({ mutationFn: beginRestore, gcTime: 0 });
  if (data !== undefined) return <Restoring begun={data} />;
  return (
    <Stack gap="sm" maw={560}>
      {error !== null && <ErrorStrip error={error} title="Nothing was changed" />}
      <TextInput
        label={`Type ${WORD} to put it in place of everything that is here now`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div>
        <Button color="danger" loading={isPending} disabled={typed !== WORD} onClick={() => mutate(chosen)}>
          Restore
        </Button>
      </div>
    </Stack>
  );
}

/** A restore that runs: it ends with everybody's session, and everything begins anew. */
function Restoring({ begun }: { begun: Operation }) {
  const { data: operation } = useQuery(restoreQuery(begun));
  const cancel = useCancel();
  const isDone = operation === null || operation.state === "done";
  useEffect(() => {
    if (isDone) window.location.assign("/sign-in");
  }, [isDone]);
  if (isDone) return <Notice kind="status">The backup was restored.</Notice>;
  if (operation.state !== "running")
    return (
      <Notice kind={operation.state === "failed" ? "alert" : "status"}>
        Nothing was changed: {operation.error ?? "the restore was cancelled"}
      </Notice>
    );
  return (
    <Stack gap="sm" maw={560}>
      <OperationProgress operation={operation} />
      {cancel.error !== null && <ErrorStrip error={cancel.error} title="Cannot cancel it" />}
      <div>
        <Button
          variant="default"
          disabled={operation.is_cancel_requested}
          onClick={() => cancel.mutate(operation)}
        >
          {operation.is_cancel_requested ? "Being cancelled" : "Cancel the restore"}
        </Button>
      </div>
    </Stack>
  );
}
