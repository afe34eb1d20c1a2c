import styles from "./audit-log.module.css";
import type { Removed } from "./removed";

type Props = { removed: readonly Removed[] };

/** What went with a deleted thing, kind by kind; a kind opens to its rows. */
export function RemovedList({ removed }: Props) {
  return (
    <section>
      <h3 className={styles.heading}>What went with it</h3>
      {removed.map(({ kind, count, rows, entries, isThere }) => (
        <details key={`${kind} ${isThere}`} className={styles.removed}>
          <summary>
            {count} {kind}
            {isThere && ", still there without it"}
          </summary>
          {entries !== undefined && (
            <p className={styles.absent}>In the entries “{entries}” of the same request.</p>
          )}
          <ul className={styles.rows}>
            {rows.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
