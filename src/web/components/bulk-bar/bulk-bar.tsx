import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount, formatNumber } from "../../format/number";
import styles from "./bulk-bar.module.css";

type Props = {
  /** What is selected, spoken: "Selected devices". */
  label: string;
  count: number;
  /** Every row that the filters let through. */
  isAll: boolean;
  /** Rows that a filter has taken out of the selection. */
  dropped: number;
  /** How far a change is, and how it is stopped; undefined: none runs. */
  running?: { done: number; total: number; onStop: () => void } | undefined;
  onClear: () => void;
  /** The buttons for what can be done. */
  children: ReactNode;
};

/** What can be done with the selected rows, below the table; nothing while none is. */
export function BulkBar({ label, count, isAll, dropped, running, onClear, children }: Props) {
  if (count === 0 && dropped === 0) return null;
  return (
    <div role="toolbar" aria-label={label} className={styles.bar}>
      <span role="status">
        <strong>{formatNumber(count)} selected</strong>
        {isAll && count > 1 && ": all that match"}
        {dropped > 0 &&
          `. ${formatCount(dropped, ["row that the filters hide was", "rows that the filters hide were"])} dropped`}
        {running !== undefined && `. ${formatNumber(running.done)} of ${formatNumber(running.total)} changed`}
      </span>
      {running === undefined ? (
        count > 0 && (
          <>
            {children}
            <Button size="xs" variant="subtle" onClick={onClear}>
              Clear the selection
            </Button>
          </>
        )
      ) : (
        <Button size="xs" variant="default" onClick={running.onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
