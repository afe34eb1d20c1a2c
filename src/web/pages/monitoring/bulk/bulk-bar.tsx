import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount, formatNumber } from "../../../format/number";
import styles from "../monitoring.module.css";

type Props = {
  count: number;
  isAll: boolean;
  /** Rows that a filter has taken out of the selection. */
  dropped: number;
  /** How far a change is; undefined: none runs. */
  progress: { done: number; total: number } | undefined;
  onStop: () => void;
  onClear: () => void;
  children: ReactNode;
};

/** What can be done with the selected rows, below the table. */
export function BulkBar({ count, isAll, dropped, progress, onStop, onClear, children }: Props) {
  return (
    <div role="toolbar" aria-label="Selected rows" className={styles.bulk}>
      <span role="status">
        <strong>{formatNumber(count)} selected</strong>
        {isAll && count > 1 && ": all that match"}
        {dropped > 0 &&
          `. ${formatCount(dropped, ["row that the filters hide was", "rows that the filters hide were"])} dropped`}
        {progress !== undefined &&
          `. ${formatNumber(progress.done)} of ${formatNumber(progress.total)} changed`}
      </span>
      {progress === undefined ? (
        count > 0 && (
          <>
            {children}
            <Button size="xs" variant="subtle" onClick={onClear}>
              Clear the selection
            </Button>
          </>
        )
      ) : (
        <Button size="xs" variant="default" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
