import { Button, Group } from "@mantine/core";
import { StatusMark } from "../../components/badge/status-mark";
import type { SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes } from "../../format/number";
import { keptPath, type KeptBackup } from "./api";

type Actions = {
  /** That which is being verified. */
  verified: KeptBackup | undefined;
  onVerify: (backup: KeptBackup) => void;
  onRemove: (backup: KeptBackup) => void;
};

export function keptColumns({ verified, onVerify, onRemove }: Actions): readonly SimpleColumn<KeptBackup>[] {
  return [
    { id: "created", label: "Made", cell: ({ created_at: at }) => <TimeValue at={at} /> },
    { id: "name", label: "File", cell: ({ filename }) => <span className="mono">{filename}</span> },
    { id: "kind", label: "Why", cell: whyOf },
    { id: "size", label: "Size", align: "right", cell: ({ size_bytes: bytes }) => formatBytes(bytes) },
    { id: "verified", label: "Trial restore", cell: (backup) => <TrialResult backup={backup} /> },
    {
      id: "actions",
      label: "Actions",
      isHeadHidden: true,
      align: "right",
      cell: (backup) => (
        <Group gap="xs" justify="flex-end">
          <Button
            size="compact-xs"
            variant="default"
            loading={verified?.filename === backup.filename}
            disabled={verified !== undefined}
            aria-label={`Verify ${backup.filename}`}
            onClick={() => onVerify(backup)}
          >
            Verify
          </Button>
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
}

function whyOf({ kind, before_version: version, is_encrypted: isEncrypted }: KeptBackup): string {
  const why = kind === "before_migration" ? `before version ${version}` : "scheduled or asked for";
  return isEncrypted ? `${why}, encrypted` : why;
}

function TrialResult({ backup }: { backup: KeptBackup }) {
  const { verified_at: at, verification_error: error } = backup;
  if (at === null) return "not tried";
  return (
    <div>
      <StatusMark
        status={error === null ? "ok" : "down"}
        label={error === null ? "can be restored" : "failed"}
      />{" "}
      <TimeValue at={at} />
      {error !== null && <div>{error}</div>}
    </div>
  );
}
