import { Button } from "@mantine/core";
import { SimpleTable } from "../simple-table/simple-table";
import styles from "./conflict-notice.module.css";
import type { Difference } from "./versions";

type Props = {
  differences: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Somebody else has changed it meanwhile: theirs and mine side by side, and what to do. */
export function ConflictNotice({ differences, onKeepMine, onTakeTheirs }: Props) {
  return (
    <section aria-label="Changed by somebody else" className={styles.conflict}>
      <h2 className={styles.heading}>What is there now, and yours</h2>
      <p>Fields that you have not touched keep what is there now, whatever you choose.</p>
      {differences.length > 0 && (
        <SimpleTable
          label="Theirs and mine"
          rows={differences}
          rowId={({ label }) => label}
          columns={[
            { id: "field", label: "Field", cell: ({ label }) => label },
            { id: "theirs", label: "Now", cell: ({ theirs }) => theirs || "–" },
            { id: "mine", label: "Yours", cell: ({ mine }) => mine || "–" },
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
