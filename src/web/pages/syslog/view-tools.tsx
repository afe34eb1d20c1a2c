import { Link } from "@tanstack/react-router";
import { ColumnPicker } from "../../components/data-table/column-picker";
import type { Column } from "../../components/data-table/columns";
import type { FirewallEvent } from "../../components/event-table/event-fields";
import { IconButton } from "../../components/icon-button/icon-button";
import { WrapIcon } from "../../theme/icons";

type Props = {
  columns: readonly Column<FirewallEvent>[];
  chosenColumns: readonly string[] | undefined;
  onColumns: (chosen: string[] | undefined) => void;
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
};

/** How the events are shown, and the way to what receives them. */
export function ViewTools({ columns, chosenColumns, onColumns, isWrapped, onWrap }: Props) {
  return (
    <>
      <IconButton
        icon={WrapIcon}
        label="Wrap long lines"
        isPressed={isWrapped}
        onClick={() => onWrap(!isWrapped)}
      />
      <ColumnPicker columns={columns} chosen={chosenColumns} onChoose={onColumns} />
      <Link to="/syslog/status">Status</Link>
    </>
  );
}
