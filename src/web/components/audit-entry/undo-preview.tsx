import type { OnConflict, Undo } from "../../api/undo";
import { formatCount } from "../../format/number";
import { wordsOf } from "../dialog/consequences";
import { AlongList } from "./along-list";
import { LostList } from "./lost-list";
import styles from "./restore-dialog.module.css";
import { shownValue } from "./shown-value";

const CHOICES = [
  ["keep", "It stays as it is now"],
  ["overwrite", "It goes back, too"],
] as const;

type Props = {
  shown: Pick<Undo, "objects" | "along" | "conflicts" | "lost">;
  onConflict: OnConflict;
  onChoose: (choice: OnConflict) => void;
};

/** What taking entries of the audit log back does, what stands against it, and what does not come back. */
export function UndoPreview({ shown, onConflict, onChoose }: Props) {
  const { objects, along, lost } = shown;
  const changed = shown.conflicts.filter((one) => one.code === "changed_since");
  const others = shown.conflicts.filter((one) => one.code !== "changed_since");
  return (
    <>
      {objects.length > 0 && <Objects objects={objects} along={along} />}
      <AlongList along={along} />
      {changed.length > 0 && (
        <section>
          <h3 className={styles.heading}>Changed since by somebody</h3>
          <ul className={styles.list}>
            {changed.map(({ target, field, now, before }) => (
              <li key={`${target} ${field}`}>
                {wordOf(field)}: is {shownValue(now)} now, was {shownValue(before)} before
              </li>
            ))}
          </ul>
          <fieldset className={styles.choice}>
            <legend>What is to become of it?</legend>
            {CHOICES.map(([value, label]) => (
              <label key={value}>
                <input
                  type="radio"
                  name="on-conflict"
                  checked={onConflict === value}
                  onChange={() => onChoose(value)}
                />{" "}
                {label}
              </label>
            ))}
          </fieldset>
        </section>
      )}
      {others.length > 0 && (
        <section role="alert">
          <h3 className={styles.heading}>This stands against it</h3>
          <ul className={styles.list}>
            {others.map(({ target, name, field, message }) => (
              <li key={`${target} ${field} ${message}`}>{name === null ? message : `${name}: ${message}`}</li>
            ))}
          </ul>
        </section>
      )}
      <LostList lost={lost} />
    </>
  );
}

const MAX_SHOWN = 20;

const OUTCOMES: Readonly<Record<Undo["objects"][number]["outcome"], string>> = {
  restored: "comes back",
  changed: "changes back",
  removed: "is removed",
};

function Objects({ objects, along }: Pick<Undo, "objects" | "along">) {
  const told = new Set(along.map(({ target, kind }) => `${target} ${kind}`));
  return (
    <section>
      <h3 className={styles.heading}>This happens</h3>
      <ul className={styles.list}>
        {objects.slice(0, MAX_SHOWN).map(({ target, name, outcome, fields, with: counts }) => (
          <li key={`${target} ${outcome}`}>
            <strong>{name ?? target}</strong> {OUTCOMES[outcome]}
            {withText(Object.entries(counts).filter(([kind]) => !told.has(`${target} ${kind}`)))}
            {fields.length > 0 && (
              <ul className={styles.list}>
                {fields.map(({ field, now, before }) => (
                  <li key={field}>
                    {wordOf(field)}: {shownValue(now)} → <strong>{shownValue(before)}</strong>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {objects.length > MAX_SHOWN && (
        <p>and {formatCount(objects.length - MAX_SHOWN, ["other thing", "other things"])}</p>
      )}
    </section>
  );
}

function withText(counts: readonly (readonly [kind: string, count: number])[]): string {
  const parts = counts.map(([kind, count]) => formatCount(count, wordsOf(kind)));
  return parts.length === 0 ? "" : ` with ${parts.join(", ")}`;
}

function wordOf(field: string | null): string {
  return (field ?? "it").replace(/^custom_attributes\./, "").replaceAll("_", " ");
}
