import { Button, Group } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { importsQuery, type Import } from "./api";
import { countsText } from "./words";

const UndoDialog = lazy(() => import("./undo-dialog").then((module) => ({ default: module.UndoDialog })));

const columnsOf = (
  onShow: (taken: Import) => void,
  onUndo: (taken: Import) => void,
): readonly SimpleColumn<Import>[] => [
  { id: "files", label: "Files", cell: ({ files }) => files.join(", ") },
  { id: "state", label: "State", cell: (taken) => stateOf(taken) },
  { id: "counts", label: "Rows", cell: (taken) => countsText(taken) },
  { id: "who", label: "Who", cell: ({ username }) => username },
  { id: "when", label: "When", cell: ({ ended_at: at }) => <TimeValue at={at} /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (taken) => (
      <Button.Group>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Verdicts of ${taken.files.join(", ")}`}
          onClick={() => onShow(taken)}
        >
          Verdicts
        </Button>
        {taken.audit_id !== null && taken.undone_by === null && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Undo ${taken.files.join(", ")}`}
            onClick={() => onUndo(taken)}
          >
            Undo
          </Button>
        )}
      </Button.Group>
    ),
  },
];

function stateOf({ undone_by: undoneBy, audit_id: auditId }: Import): string {
  if (undoneBy !== null) return "Taken back";
  return auditId === null ? "Nothing to write" : "Imported";
}

/** Earlier imports, each of which can be taken back as a whole. */
export function EarlierSection({ onShow }: { onShow: (taken: Import) => void }) {
  const earlier = useInfiniteQuery(importsQuery());
  const [undoing, setUndoing] = useState<Import | null>(null);
  if (earlier.data?.pages[0]?.imports.length === 0) return null;
  return (
    <Section title="Earlier imports" hint="Kept for 30 days.">
      <QueryStates query={earlier} what="earlier imports" rows={3}>
        {({ pages }) => (
          <SimpleTable
            label="Earlier imports"
            rows={pages.flatMap(({ imports }) => imports)}
            rowId={({ id }) => id}
            columns={columnsOf(onShow, setUndoing)}
          />
        )}
      </QueryStates>
      {earlier.hasNextPage && (
        <Group justify="center" mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={earlier.isFetchingNextPage}
            onClick={() => void earlier.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
      {undoing !== null && (
        <Suspense>
          <UndoDialog taken={undoing} onClose={() => setUndoing(null)} />
        </Suspense>
      )}
    </Section>
  );
}
