import { Button } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { More } from "../../components/more/more";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { getImport, importsQuery, type Import, type ImportSummary } from "./api";
import { countsText } from "./words";

const UndoDialog = lazy(() => import("./undo-dialog").then((module) => ({ default: module.UndoDialog })));

const columnsOf = (
  onShow: (taken: ImportSummary) => void,
  onUndo: (taken: ImportSummary) => void,
): readonly SimpleColumn<ImportSummary>[] => [
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

function stateOf({ undone_by: undoneBy, audit_id: auditId }: ImportSummary): string {
  if (undoneBy !== null) return "Taken back";
  return auditId === null ? "Nothing to write" : "Imported";
}

/** Earlier imports, each of which can be taken back as a whole. */
export function EarlierSection({ onShow }: { onShow: (taken: Import) => void }) {
  const earlier = useInfiniteQuery(importsQuery());
  const showing = useMutation({ mutationFn: getImport, gcTime: 0, onSuccess: onShow });
  const [undoing, setUndoing] = useState<ImportSummary | null>(null);
  if (earlier.data?.pages[0]?.imports.length === 0) return null;
  return (
    <Section title="Earlier imports" hint="Kept for 30 days.">
      {showing.error !== null && <ErrorStrip error={showing.error} title="It cannot be shown" />}
      <QueryStates query={earlier} what="earlier imports" rows={3}>
        {({ pages }) => (
          <SimpleTable
            label="Earlier imports"
            rows={pages.flatMap(({ imports }) => imports)}
            rowId={({ id }) => id}
            columns={columnsOf(({ id }) => showing.mutate(id), setUndoing)}
          />
        )}
      </QueryStates>
      <More query={earlier} />
      {undoing !== null && (
        <Suspense>
          <UndoDialog taken={undoing} onClose={() => setUndoing(null)} />
        </Suspense>
      )}
    </Section>
  );
}
