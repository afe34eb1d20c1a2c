import { wordsOf } from "../../../components/dialog/consequences";
import { formatCount } from "../../../format/number";
import type { Merge } from "../api";
import styles from "./merge.module.css";

type Belonging = Merge["belongings"][number];

const OUTCOMES: Readonly<Record<Belonging["outcome"], string>> = {
  moved: "moved here",
  joined: "here already, kept once",
  dropped: "lost",
};

/** What becomes of everything that the other device has. */
export function MergeBelongings({
  belongings,
  otherName,
}: {
  belongings: readonly Belonging[];
  otherName: string;
}) {
  return (
    <section className={styles.belongings} aria-label={`What ${otherName} has`}>
      <h3>What {otherName} has</h3>
      {belongings.length === 0 ? (
        <p className={styles.dimmed}>Nothing beside its fields.</p>
      ) : (
        <ul>
          {belongings.map(({ kind, outcome, count, names }) => (
            <li key={`${kind} ${outcome}`}>
              {formatCount(count, wordsOf(kind))} {OUTCOMES[outcome]}
              <span className={styles.dimmed}>
                : {names.join(", ")}
                {count > names.length && " …"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
