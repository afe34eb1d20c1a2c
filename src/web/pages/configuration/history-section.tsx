import { Button, Group } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Section } from "../../components/page-head/section";
import { saveFile } from "../../components/save-file/save-file";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { asError } from "../../components/states/as-error";
import { messageOf } from "../../components/states/failure-text";
import { TimeValue } from "../../components/value/time-value";
import { appliesQuery, getBundle, type Apply } from "./api";
import { countsText } from "./words";

const UndoDialog = lazy(() => import("./undo-dialog").then((module) => ({ default: module.UndoDialog })));

const columnsOf = (onUndo: (apply: Apply) => void): readonly SimpleColumn<Apply>[] => [
  { id: "when", label: "When", cell: ({ ended_at: at }) => <TimeValue at={at} /> },
  { id: "who", label: "Who", cell: ({ username }) => username },
  { id: "note", label: "Note", cell: ({ note }) => note ?? "–" },
  { id: "what", label: "What", cell: ({ counts }) => countsText(counts, { isDone: true }) },
  { id: "first", label: "First change", cell: ({ sentences }) => sentences[0] ?? "–" },
  { id: "state", label: "State", cell: (apply) => stateOf(apply) },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (apply) => (
      <Button.Group>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Bundle of ${apply.ended_at}`}
          onClick={() => void save(apply)}
        >
          Bundle
        </Button>
        {apply.audit_id !== null && apply.undone_by === null && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Undo the apply of ${apply.ended_at}`}
            onClick={() => onUndo(apply)}
          >
            Undo
          </Button>
        )}
      </Button.Group>
    ),
  },
];

async function save({ id, ended_at: at }: Apply): Promise<void> {
  try {
    const text = await getBundle(id);
    saveFile(`netatlas-${at.slice(0, 10)}.yaml`, new Blob([text], { type: "application/yaml" }));
  } catch (error) {
    toasts.tellError(`The bundle cannot be read: ${messageOf(asError(error))}`);
  }
}

function stateOf({ undone_by: undoneBy, audit_id: auditId }: Apply): string {
  if (undoneBy !== null) return "Taken back";
  return auditId === null ? "Nothing to do" : "Applied";
}

/** Applies, each of which can be taken back as one. */
export function HistorySection() {
  const applies = useInfiniteQuery(appliesQuery());
  const [undoing, setUndoing] = useState<Apply | null>(null);
  if (applies.data?.pages[0]?.applies.length === 0) return null;
  return (
    <Section title="History" hint="The last 50 applies.">
      <QueryStates query={applies} what="earlier applies" rows={3}>
        {({ pages }) => (
          <SimpleTable
            label="Applies"
            rows={pages.flatMap((page) => page.applies)}
            rowId={({ id }) => id}
            columns={columnsOf(setUndoing)}
          />
        )}
      </QueryStates>
      {applies.hasNextPage && (
        <Group justify="center" mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={applies.isFetchingNextPage}
            onClick={() => void applies.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
      {undoing !== null && (
        <Suspense>
          <UndoDialog apply={undoing} onClose={() => setUndoing(null)} />
        </Suspense>
      )}
    </Section>
  );
}
