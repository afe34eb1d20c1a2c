import { Stack } from "@mantine/core";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { Facts } from "../../components/detail-panel/facts";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { Value } from "../../components/value/value";
import type { AuditEntry } from "./api";
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

type Props = { entry: AuditEntry; onClose: () => void; onStep: (step: -1 | 1) => void };

/** Who did what from where, and what it changed. */
export function EntryPanel({ entry, onClose, onStep }: Props) {
  const { own, removed } = splitRemoved(entry.before);
  const changes = changesOf(own, entry.after);
  return (
    <DetailPanel title={entry.action} onClose={onClose} onStep={onStep}>
      <Stack gap="lg">
        <Facts
          facts={[
            { label: "Time", value: <TimeValue at={entry.created_at} /> },
            { label: "By", value: actorOf(entry) },
            { label: "Target", value: entry.target },
            { label: "Detail", value: entry.detail },
            { label: "Address", value: mono(entry.ip_address) },
            { label: "API key", value: entry.api_key_id },
            { label: "Session", value: mono(entry.session_id) },
            { label: "Request", value: mono(entry.request_id) },
            { label: "Entry", value: entry.id },
          ]}
        />
        {changes.length > 0 && (
          <section>
            <h3 className={styles.heading}>Changes</h3>
            <SimpleTable label="Changes" columns={CHANGES} rows={changes} rowId={({ field }) => field} />
          </section>
        )}
        {removed.length > 0 && <RemovedList removed={removed} />}
      </Stack>
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
