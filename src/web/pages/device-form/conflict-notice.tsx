import { Button } from "@mantine/core";
import type { Device } from "../../api/inventory";
import { SimpleTable } from "../../components/simple-table/simple-table";
import styles from "./device-form.module.css";
import { FIELD_LABELS, FIELDS, valuesOf, type DeviceValues } from "./values";

type Props = {
  /** As it was when the form was opened. */
  opened: Device;
  mine: DeviceValues;
  theirs: Device;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Somebody else has changed the device meanwhile: theirs and mine side by side, and what to do. */
export function ConflictNotice({ opened, mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const rows = differences(valuesOf(opened), mine, valuesOf(theirs));
  return (
    <section aria-label="Changed by somebody else" className={styles.conflict}>
      <h2 className={styles.heading}>What is there now, and yours</h2>
      <p>Fields that you have not touched keep what is there now, whatever you choose.</p>
      {rows.length > 0 && (
        <SimpleTable
          label="Theirs and mine"
          rows={rows}
          rowId={({ label }) => label}
          columns={[
            { id: "field", label: "Field", cell: ({ label }) => label },
            { id: "theirs", label: "Now", cell: (row) => row.theirs || "–" },
            { id: "mine", label: "Yours", cell: (row) => row.mine || "–" },
          ]}
        />
      )}
      <div className={styles.choices}>
        <Button size="xs" variant="default" onClick={onKeepMine}>
          Keep mine, then save
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}

/** Fields that are not the same, and whether that is of the person's own doing. */
function differences(opened: DeviceValues, mine: DeviceValues, theirs: DeviceValues) {
  return FIELDS.flatMap((name) => {
    const [own, other] = [String(mine[name]), String(theirs[name])];
    if (own === other) return [];
    const isOwn = own !== String(opened[name]);
    return [{ label: FIELD_LABELS[name], theirs: other, mine: isOwn ? own : "not touched" }];
  });
}
