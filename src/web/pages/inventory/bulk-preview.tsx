import { Button, Group, Progress } from "@mantine/core";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { ScrollBox } from "../../components/scroll-box/scroll-box";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { formatCount, formatNumber } from "../../format/number";
import type { Change } from "./bulk-fields";
import styles from "./bulk.module.css";
import type { Row } from "./rows";

/** Rows that are listed one by one; the others change alike. */
const LISTED = 200;

type Planned = { row: Row; changes: readonly Change[] };
type Props = {
  planned: readonly Planned[];
  total: number;
  /** Devices that were sent so far; null: not begun. */
  sent: number | null;
  onBack: () => void;
  onApply: () => void;
  onStop: () => void;
};

const COLUMNS: readonly SimpleColumn<Planned>[] = [
  { id: "device", label: "Device", cell: ({ row }) => row.name },
  { id: "changes", label: "Changes", cell: ({ changes }) => <Changes changes={changes} /> },
];

/** What would change, device by device, before anything is written. */
export function BulkPreview({ planned, total, sent, onBack, onApply, onStop }: Props) {
  const same = total - planned.length;
  return (
    <>
      <p>
        {formatCount(planned.length, ["device changes", "devices change"])}
        {same > 0 && `, ${formatNumber(same)} already ${same === 1 ? "has" : "have"} these values`}.
      </p>
      {planned.length > 0 && (
        <ScrollBox label="What changes" className={styles.list}>
          <SimpleTable
            label="What changes"
            rows={planned.slice(0, LISTED)}
            rowId={({ row }) => row.id}
            columns={COLUMNS}
          />
        </ScrollBox>
      )}
      {planned.length > LISTED && (
        <p className={styles.more}>and {formatNumber(planned.length - LISTED)} more</p>
      )}
      {sent === null ? (
        <DialogActions
          mt="lg"
          onCancel={onBack}
          cancelLabel="Back"
          onAct={onApply}
          isDisabled={planned.length === 0}
          focused="act"
        >{`Change ${formatCount(planned.length, ["device", "devices"])}`}</DialogActions>
      ) : (
        <Group gap="sm" mt="lg" role="status">
          <Progress
            value={(sent / planned.length) * 100}
            aria-label="Devices that were changed"
            style={{ flex: 1 }}
          />
          {formatNumber(sent)} of {formatNumber(planned.length)}
          <Button variant="default" onClick={onStop}>
            Stop
          </Button>
        </Group>
      )}
    </>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return changes.map(({ label, from, to }) => (
    <div key={label}>
      <span className={styles.dimmed}>{label}:</span> {from || "–"} → <strong>{to || "–"}</strong>
    </div>
  ));
}
