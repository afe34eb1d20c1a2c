import { Button, Stack } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { Facts } from "../../components/detail-panel/facts";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { Value } from "../../components/value/value";
import type { AuditEntry } from "./api";
import { visible } from "../../components/value/visible-text";
import styles from "./audit-log.module.css";
import { changesOf, type Change } from "./changes";
import { actorOf } from "./columns";
import { splitRemoved } from "./removed";
import { RemovedList } from "./removed-list";

const CHANGES: readonly SimpleColumn<Change>[] = [
  { id: "field", label: "Field", cell: ({ field }) => field },
  {
    id: "before",
    label: "Before",
    cell: ({ before, isChanged }) => <Side text={before} isMarked={isChanged} />,
  },
  { id: "after", label: "After", cell: ({ after, isChanged }) => <Side text={after} isMarked={isChanged} /> },
];

const RestoreDialog = lazy(() =>
  import("../../components/audit-entry/restore-dialog").then((module) => ({ default: module.RestoreDialog })),
);

type Props = { entry: AuditEntry; sentence: string; onClose: () => void; onStep: (step: -1 | 1) => void };

/** Who did what from where, and what it changed. */
export function EntryPanel({ entry, sentence, onClose, onStep }: Props) {
  const [isRestoring, setIsRestoring] = useState(false);
  const { own, removed } = splitRemoved(entry.before);
  const changes = changesOf(own, entry.after);
  return (
    <DetailPanel title={entry.action} onClose={onClose} onStep={onStep}>
      <Stack gap="lg">
        <p className={styles.sentence}>{visible(sentence)}</p>
        {entry.is_undoable && (
          <Button size="xs" variant="default" className={styles.restore} onClick={() => setIsRestoring(true)}>
            Restore…
          </Button>
        )}
        <Facts
          facts={[
            { label: "Time", value: <TimeValue at={entry.created_at} /> },
            { label: "By", value: actorOf(entry) },
            { label: "Taken back", value: entry.undone_by === null ? null : `by entry ${entry.undone_by}` },
            { label: "Target", value: entry.target },
            { label: "Detail", value: entry.detail },
            { label: "Address", value: mono(entry.ip_address) },
            { label: "API key", value: entry.api_key_id },
            { label: "Session", value: mono(entry.session_id) },
            { label: "Request", value: mono(entry.request_id) },
            { label: "Entry", value: entry.id },
          ].filter(({ value }) => value !== null)}
        />
        {changes.length > 0 && (
          <section>
            <h3 className={styles.heading}>Changes</h3>
            <SimpleTable label="Changes" columns={CHANGES} rows={changes} rowId={({ field }) => field} />
          </section>
        )}
        {removed.length > 0 && <RemovedList removed={removed} />}
      </Stack>
      <Suspense>
        {isRestoring && (
          <RestoreDialog entryId={entry.id} sentence={sentence} onClose={() => setIsRestoring(false)} />
        )}
      </Suspense>
    </DetailPanel>
  );
}

function mono(text: string | null) {
  return text === null ? null : <Value text={text} isMono />;
}

/** The mark says the same as the word: a field that differs stands first, bold. */
function Side({ text, isMarked }: { text: string | undefined; isMarked: boolean }) {
  if (text === undefined) return <span className={styles.absent}>not there</span>;
  return (
    <span className={styles.side} data-changed={isMarked}>
      {text === "" ? "empty" : text}
    </span>
  );
}
