import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { QueryStates } from "../../components/states/query-states";
import { SecretText } from "../../components/value/secret-text";
import { formatCount, formatNumber } from "../../format/number";
import { verifyQuery, type NotedHead, type Verification } from "./api";

const FAULTS: readonly SimpleColumn<Verification["faults"][number]>[] = [
  { id: "kind", label: "Fault", cell: ({ kind }) => kind },
  { id: "entry", label: "Entry", align: "right", cell: ({ audit_id: id }) => id ?? "–" },
  { id: "message", label: "What is wrong", cell: ({ message }) => message },
];

/** Whether somebody has changed the log behind the service's back. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const [noted, setNoted] = useState<NotedHead | undefined>(undefined);
  const query = useQuery(verifyQuery(noted));
  return (
    <Dialog title="Verify the audit log" isOpen onClose={onClose} width={640}>
      <Stack gap="lg">
        <QueryStates query={query} what="the check" rows={4}>
          {(result) => <Result result={result} />}
        </QueryStates>
        <NotedForm onCheck={setNoted} isBusy={query.isFetching} />
        <DialogActions onCancel={onClose} cancelLabel="Close" focused="cancel" />
      </Stack>
    </Dialog>
  );
}

function Result({ result }: { result: Verification }) {
  const { ok, rows, fault_count: count, faults, head } = result;
  return (
    <>
      <div role="status">
        <StatusMark
          status={ok ? "ok" : "down"}
          label={
            ok
              ? `${formatCount(rows, ["entry", "entries"])} checked: none was changed, removed or inserted`
              : `${formatCount(count, ["fault", "faults"])} in ${formatCount(rows, ["entry", "entries"])}`
          }
        />
      </div>
      {faults.length > 0 && (
        <SimpleTable
          label="Faults"
          columns={FAULTS}
          rows={faults}
          rowId={({ kind, position, audit_id: id }) => `${kind}-${position}-${id}`}
        />
      )}
      <Stack gap={4}>
        <p>The newest entry is at position {formatNumber(head.position)} with the hash</p>
        <SecretText text={head.hash} label="hash of the newest entry" />
      </Stack>
    </>
  );
}

function NotedForm({
  onCheck,
  isBusy,
}: {
  onCheck: (noted: NotedHead | undefined) => void;
  isBusy: boolean;
}) {
  const [position, setPosition] = useState("");
  const [hash, setHash] = useState("");
  const isComplete = /^[1-9]\d*$/.test(position) && /^[0-9a-f]{64}$/.test(hash.trim());
  const isEmpty = position === "" && hash === "";
  return (
    <Stack gap="sm">
      <p>
        Keep position and hash elsewhere, and enter them later to see that the log still goes back to them.
      </p>
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Position noted earlier"
          inputMode="numeric"
          w={160}
          value={position}
          onChange={(event) => setPosition(event.currentTarget.value)}
        />
        <TextInput
          label="Its hash"
          flex={1}
          error={!isEmpty && !isComplete ? "A position, and 64 hexadecimal digits" : undefined}
          value={hash}
          onChange={(event) => setHash(event.currentTarget.value)}
        />
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => {
            if (isEmpty || isComplete)
              onCheck(isEmpty ? undefined : { position: Number(position), hash: hash.trim() });
          }}
        >
          Check again
        </Button>
      </Group>
    </Stack>
  );
}
