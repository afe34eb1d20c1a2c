import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Can } from "../../../components/permission/can";
import { CopyButton } from "../../../components/value/copy-button";
import { formatCount } from "../../../format/number";
import type { Cell } from "./address-cells";
import styles from "./address-grid.module.css";
import type { Subnet } from "../tree/tree-rows";

const ReserveRangeDialog = lazy(() =>
  import("./reserve-range-dialog").then((module) => ({ default: module.ReserveRangeDialog })),
);

/** As many as the service reserves in one step. */
const MAX_AT_ONCE = 256;

type Props = { subnet: Subnet; chosen: readonly Cell[]; free: readonly Cell[]; onClear: () => void };

/** What can be done with the selected addresses. */
export function SelectionBar({ subnet, chosen, free, onClear }: Props) {
  const [isReserving, setIsReserving] = useState(false);
  const canReserve = free.length > 0 && free.length <= MAX_AT_ONCE;
  return (
    <div role="toolbar" aria-label="Selected addresses" className={styles.bar}>
      <span role="status">
        {formatCount(chosen.length, ["address", "addresses"])} selected, {free.length} free
        {free.length > MAX_AT_ONCE && ` (at most ${MAX_AT_ONCE} are reserved at once)`}
      </span>
      <CopyButton text={chosen.map(({ ip }) => ip).join("\n")} label="Copy the selected addresses" />
      <span className={styles.grow} />
      <Button size="xs" variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
      <Can do="ipam_write">
        {canReserve && (
          <Button size="xs" variant="default" onClick={() => setIsReserving(true)}>
            Reserve {formatCount(free.length, ["free address", "free addresses"])}
          </Button>
        )}
      </Can>
      <Suspense>
        {isReserving && (
          <ReserveRangeDialog
            subnet={subnet}
            free={free}
            onClose={() => setIsReserving(false)}
            onDone={onClear}
          />
        )}
      </Suspense>
    </div>
  );
}
