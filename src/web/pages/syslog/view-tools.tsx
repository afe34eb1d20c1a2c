import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ColumnPicker } from "../../components/data-table/column-picker";
import type { Column } from "../../components/data-table/columns";
import type { FirewallEvent } from "../../components/event-table/event-fields";
import { WrapIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";

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
      <Button
        variant="default"
        size="xs"
        leftSection={<WrapIcon {...ICON} />}
        aria-pressed={isWrapped}
        onClick={() => onWrap(!isWrapped)}
      >
        Wrap lines
      </Button>
      <ColumnPicker columns={columns} chosen={chosenColumns} onChoose={onColumns} />
      <Link to="/syslog/status">Status</Link>
    </>
  );
}
