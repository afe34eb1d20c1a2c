import { Button, Checkbox, Stack } from "@mantine/core";
import { useState } from "react";
import { ColumnsIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { DropDown } from "../drop-down/drop-down";
import { chosenColumnIds, shownColumnIds, type Column } from "./columns";

type Props<Row> = {
  columns: readonly Column<Row>[];
  /** What the URL says; undefined: the usual ones. */
  chosen: readonly string[] | undefined;
  onChoose: (chosen: string[] | undefined) => void;
};

/** Which columns a table shows. The first one, which names the row, stays. */
export function ColumnPicker<Row>({ columns, chosen, onChoose }: Props<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = shownColumnIds(columns, chosen);
  const toggle = (id: string) =>
    onChoose(
      chosenColumnIds(columns, shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]),
    );
  return (
    <DropDown
      label="Columns"
      button={{ leftSection: <ColumnsIcon {...ICON} /> }}
      isOpen={isOpen}
      onOpen={setIsOpen}
      text="Columns"
    >
      <Stack gap="sm" mah={400} style={{ overflow: "auto" }}>
        {columns.slice(1).map(({ id, label }) => (
          <Checkbox
            key={id}
            size="xs"
            label={label}
            checked={shown.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
        <Button
          size="compact-xs"
          variant="default"
          disabled={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          Reset
        </Button>
      </Stack>
    </DropDown>
  );
}
