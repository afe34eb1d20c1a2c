import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../api/me";
import { StatusMark } from "../../components/badge/status-mark";
import { OperationProgress } from "../../components/operation/operation-progress";
import { isRunning, nameOf, outcomeOf, stateOf, type Operation } from "../../components/operation/words";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes } from "../../format/number";
import { useCancel, workQuery } from "./api";

const columns = (
  me: number,
  onCancel: (operation: Operation) => void,
): readonly SimpleColumn<Operation>[] => [
  { id: "what", label: "What", cell: (operation) => nameOf(operation) },
  { id: "owner", label: "By", cell: ({ username }) => username },
  { id: "state", label: "State", cell: (operation) => <StatusMark {...stateOf(operation)} /> },
  { id: "outcome", label: "Outcome", cell: (operation) => <Outcome operation={operation} /> },
  { id: "began", label: "Began", cell: ({ started_at: at }) => <TimeValue at={at} /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (operation) => <Action operation={operation} me={me} onCancel={() => onCancel(operation)} />,
  },
];

/** Backups that the service writes into files of its own, and restores: how far they are, and how they ended. */
export function WorkSection() {
  const { data: rows = [] } = useQuery(workQuery());
  const { id: me } = useMe();
  const { mutate, error } = useCancel();
  if (rows.length === 0) return null;
  return (
    <Section
      title="Latest backups and restores"
      hint="Files are kept for 7 days. A restore can be cancelled until it begins to replace what is here."
    >
      {error !== null && <ErrorStrip error={error} title="Cannot cancel it" />}
      <SimpleTable
        label="Latest backups and restores"
        columns={columns(me, (operation) => mutate(operation))}
        rows={rows}
        rowId={({ id }) => id}
        isFramed
      />
    </Section>
  );
}

function Outcome({ operation }: { operation: Operation }) {
  if (isRunning(operation)) return <OperationProgress operation={operation} />;
  const bytes = operation.result?.bytes;
  return operation.kind === "backup" && typeof bytes === "number" ? formatBytes(bytes) : outcomeOf(operation);
}

type ActionProps = { operation: Operation; me: number; onCancel: () => void };

function Action({ operation, me, onCancel }: ActionProps) {
  const { result_link: link, user_id: owner, is_cancel_requested: isAsked } = operation;
  if (isRunning(operation))
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Cancel ${nameOf(operation)}`}
        disabled={isAsked}
        onClick={onCancel}
      >
        Cancel
      </Button>
    );
  // The file is its owner's alone.
  return link !== null && owner === me ? (
    <Anchor href={link} download>
      Download
    </Anchor>
  ) : null;
}
