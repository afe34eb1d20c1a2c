import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keyState, maskedKey } from "../../components/api-key/key-state";
import { StatusMark } from "../../components/badge/status-mark";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { keysQuery, useRevokeKey, type ApiKey } from "./api";
import { CreateKeyDialog } from "./create-key-dialog";

const columns = (now: number, onRevoke: (key: ApiKey) => void): readonly SimpleColumn<ApiKey>[] => [
  {
    id: "name",
    label: "Name",
    cell: ({ name, permission }) => (permission === null ? name : `${name} (${permission} only)`),
  },
  { id: "key", label: "Key", cell: (key) => <span className="mono">{maskedKey(key)}</span> },
  {
    id: "state",
    label: "State",
    cell: (key) => {
      const { status, label } = keyState(key, now);
      return <StatusMark status={status} label={label} />;
    },
  },
  { id: "created", label: "Created", cell: ({ created_at: at }) => <TimeValue at={at} /> },
  { id: "expires", label: "Expires", cell: ({ expires_at: at }) => <TimeValue at={at} absent="never" /> },
  {
    id: "used",
    label: "Last used",
    cell: ({ last_used_at: at, last_used_ip: address }) => (
      <>
        <TimeValue at={at} absent="never" /> {address !== null && <span className="mono">{address}</span>}
      </>
    ),
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (key) =>
      key.revoked_at === null && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Revoke ${key.name}`}
          onClick={() => onRevoke(key)}
        >
          Revoke
        </Button>
      ),
  },
];

/** The person's own keys: made, shown once, masked, revoked. */
export function ApiKeys() {
  const query = useQuery(keysQuery());
  const now = useNow();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const create = (
    <Button size="xs" leftSection={<AddIcon {...ICON} />} onClick={() => setIsCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <Section
      title="API keys"
      hint="A key calls the API as you, with your role. Send it as the header X-API-Key."
      actions={create}
    >
      <QueryStates query={query} what="API keys" rows={3}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState title="No API keys yet">
              Scripts and other services use a key instead of your password. Each can be revoked on its own.
            </EmptyState>
          ) : (
            <SimpleTable
              label="API keys"
              columns={columns(now, setRevoked)}
              rows={keys}
              rowId={({ id }) => id}
            />
          )
        }
      </QueryStates>
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
      {revoked !== null && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </Section>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { mutate, isPending, error } = useRevokeKey(onClose);
  return (
    <DeleteDialog
      verb="Revoke"
      isFinal
      name={apiKey.name}
      explanation="What uses this key is refused from its next call on."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(apiKey)}
      onClose={onClose}
    />
  );
}
