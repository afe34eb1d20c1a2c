import { DialogActions } from "../../components/dialog/dialog-actions";
import { ScrollBox } from "../../components/scroll-box/scroll-box";
import { SimpleTable } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { formatNumber } from "../../format/number";
import type { BatchRun, Outcome } from "../../api/batches";
import styles from "./bulk.module.css";
import type { Row } from "./rows";

const WORDS: Readonly<Record<Outcome, string>> = {
  done: "Changed",
  failed: "Not changed: refused",
  "not tried": "Not changed: stopped before",
};
/** What needs a look comes first. */
const ORDER: readonly Outcome[] = ["failed", "not tried", "done"];
const LISTED = 200;

/** What came of a bulk change, device by device. */
export function BulkResult(props: { devices: readonly Row[]; run: BatchRun; onClose: () => void }) {
  const { devices, run, onClose } = props;
  const results = devices
    .map((row) => ({ row, outcome: run.outcomes.get(row.id) }))
    .sort((one, other) => rank(one.outcome) - rank(other.outcome));
  const done = results.filter(({ outcome }) => outcome === "done").length;
  const undone = results.filter(({ outcome }) => outcome === "failed" || outcome === "not tried").length;
  return (
    <>
      <p role="status">
        {formatNumber(done)} changed{undone > 0 && `, ${formatNumber(undone)} not`}.
      </p>
      {run.error !== null && <ErrorStrip error={run.error} title="A part was refused" />}
      <ScrollBox label="Results" className={styles.list}>
        <SimpleTable
          label="Results"
          rows={results.slice(0, LISTED)}
          rowId={({ row }) => row.id}
          columns={[
            { id: "device", label: "Device", cell: ({ row }) => row.name },
            {
              id: "result",
              label: "Result",
              cell: ({ outcome }) => (outcome === undefined ? "Had these values already" : WORDS[outcome]),
            },
          ]}
        />
      </ScrollBox>
      {results.length > LISTED && (
        <p className={styles.more}>and {formatNumber(results.length - LISTED)} more like the last</p>
      )}
      <DialogActions mt="lg" onAct={onClose} focused="act">
        Close
      </DialogActions>
    </>
  );
}

function rank(outcome: Outcome | undefined): number {
  return outcome === undefined ? ORDER.length : ORDER.indexOf(outcome);
}
