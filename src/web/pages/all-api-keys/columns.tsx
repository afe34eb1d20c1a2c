import { Button } from "@mantine/core";
import { maskedKey } from "../../components/api-key/key-state";
import { StatusMark, type Status } from "../../components/badge/status-mark";
import { LIST_TIME_WIDTH, type Column } from "../../components/data-table/columns";
import type { FacetField } from "../../components/filters/facets";
import { TimeValue } from "../../components/value/time-value";
import type { OwnedKey } from "./api";

export type Row = OwnedKey & { state: { label: string; status: Status }; onRevoke: () => void };

const moment = (at: string | null) => (at === null ? null : Date.parse(at));

export const COLUMNS: readonly Column<Row>[] = [
  {
    id: "name",
    label: "Name",
    width: 170,
    grows: true,
    sortKey: ({ name }) => name,
    cell: ({ name, permission }) => (permission === null ? name : `${name} (${permission} only)`),
  },
  {
    id: "owner",
    label: "Owner",
    width: 120,
    sortKey: ({ username }) => username,
    cell: ({ username }) => username,
    copyValue: ({ username }) => username,
  },
  {
    id: "key",
    label: "Key",
    width: 225,
    card: "bare",
    cell: (key) => <span className="mono">{maskedKey(key)}</span>,
    copyValue: ({ prefix }) => prefix,
  },
  {
    id: "state",
    label: "State",
    width: 100,
    card: "state",
    sortKey: ({ state }) => state.label,
    cell: ({ state }) => <StatusMark status={state.status} label={state.label} />,
  },
  {
    id: "used",
    label: "Last used",
    width: LIST_TIME_WIDTH,
    sortKey: ({ last_used_at: at }) => moment(at),
    cell: ({ last_used_at: at }) => <TimeValue at={at} absent="never" isInGrid />,
  },
  {
    id: "address",
    label: "From",
    width: 130,
    isHiddenAtFirst: true,
    sortKey: ({ last_used_ip: address }) => address,
    cell: ({ last_used_ip: address }) => <span className="mono">{address ?? "–"}</span>,
    copyValue: ({ last_used_ip: address }) => address ?? "",
  },
  {
    id: "expires",
    label: "Expires",
    width: LIST_TIME_WIDTH,
    sortKey: ({ expires_at: at }) => moment(at),
    cell: ({ expires_at: at }) => <TimeValue at={at} absent="never" isInGrid />,
  },
  {
    id: "created",
    label: "Created",
    width: LIST_TIME_WIDTH,
    isHiddenAtFirst: true,
    sortKey: ({ created_at: at }) => moment(at),
    cell: ({ created_at: at }) => <TimeValue at={at} isInGrid />,
  },
  {
    id: "actions",
    label: "Actions",
    width: 90,
    card: "bare",
    align: "right",
    cell: ({ revoked_at: at, name, username, onRevoke }) =>
      at === null && (
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={-1}
          aria-label={`Revoke ${name} of ${username}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      ),
  },
];

export const FACETS = [
  { id: "owner", label: "Owner", valuesOf: ({ username }) => [username] },
  { id: "state", label: "State", valuesOf: ({ state }) => [state.label] },
] as const satisfies readonly FacetField<Row>[];

/** Name, owner or prefix contains the text. */
export function isFound({ name, username, prefix }: OwnedKey, text: string): boolean {
  const wanted = text.toLowerCase();
  return [name, username, prefix].some((field) => field.toLowerCase().includes(wanted));
}
