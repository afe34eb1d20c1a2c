import { NativeSelect } from "@mantine/core";
import type { Model } from "../../api/client";
import type { OnConflict } from "../../api/undo";
import { formatCount, formatNumber } from "../../format/number";
import { AlongList } from "../audit-entry/along-list";
import { LostList } from "../audit-entry/lost-list";
import styles from "./long-undo.module.css";

/** What taking back work on many things would do, or has done. */
export type LongUndo = Pick<
  Model<"ImportUndo">,
  "counts" | "along" | "conflicts" | "conflict_count" | "lost" | "is_possible"
>;

const CHOICES: readonly { value: OnConflict; label: string }[] = [
  { value: "refuse", label: "Take nothing back" },
  { value: "keep", label: "Keep it, and take the rest back" },
  { value: "overwrite", label: "Take it back, too" },
];

/** `3 removed, 1 changed back`. */
export function undoneCountsText({ removed, changed, restored }: LongUndo["counts"]): string {
  const parts = [
    [removed, "removed"],
    [changed, "changed back"],
    [restored, "restored"],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${formatNumber(count)} ${word}`]));
  return told.join(", ") || "nothing";
}

type Props = { shown: LongUndo; onConflict: OnConflict; onChoose: (choice: OnConflict) => void };

const MAX_SHOWN = 20;

/** What would come back, what stands against it, and what does not come back. */
export function LongUndoPreview({ shown, onConflict, onChoose }: Props) {
  const { counts, conflicts, conflict_count: count, along, lost } = shown;
  return (
    <>
      <p role="status">{undoneCountsText(counts)}.</p>
      {count > 0 && (
        <section>
          <h3 className={styles.heading}>{formatCount(count, ["conflict", "conflicts"])}</h3>
          <ul className={styles.list}>
            {conflicts.slice(0, MAX_SHOWN).map(({ target, name, field, message }) => (
              <li key={`${target} ${field} ${message}`}>{name === null ? message : `${name}: ${message}`}</li>
            ))}
            {count > MAX_SHOWN && <li>and {formatNumber(count - MAX_SHOWN)} more</li>}
          </ul>
          <NativeSelect
            label="What was changed or removed since"
            data={CHOICES}
            value={onConflict}
            onChange={({ currentTarget: { value } }) =>
              onChoose(CHOICES.find((one) => one.value === value)?.value ?? "refuse")
            }
          />
        </section>
      )}
      <AlongList along={along} />
      <LostList lost={lost} />
    </>
  );
}
