import { Button } from "@mantine/core";
import { formatCount, formatNumber } from "../../format/number";
import { DeleteIcon, EditIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import styles from "./inventory.module.css";

type Props = {
  count: number;
  /** Rows that a filter has taken out of the selection. */
  dropped: number;
  /** Every row that the filters let through. */
  isAll: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onClear: () => void;
};

/** What can be done with the selected devices, below the table. */
export function BulkBar({ count, dropped, isAll, onEdit, onDelete, onClear }: Props) {
  if (count === 0 && dropped === 0) return null;
  return (
    <div role="toolbar" aria-label="Selected devices" className={styles.bulk}>
      <span role="status">
        <strong>{formatNumber(count)} selected</strong>
        {isAll && count > 1 && ": all that match"}
        {dropped > 0 &&
          `. ${formatCount(dropped, ["row that the filters hide was", "rows that the filters hide were"])} dropped`}
      </span>
      {count > 0 && (
        <>
          <Button size="xs" variant="default" leftSection={<EditIcon {...ICON} />} onClick={onEdit}>
            Change
          </Button>
          <Button size="xs" variant="default" leftSection={<DeleteIcon {...ICON} />} onClick={onDelete}>
            Delete
          </Button>
          <Button size="xs" variant="subtle" onClick={onClear}>
            Clear the selection
          </Button>
        </>
      )}
    </div>
  );
}
