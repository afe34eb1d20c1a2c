import type { Undo } from "../../api/undo";
import { formatCount } from "../../format/number";
import { wordsOf } from "../dialog/consequences";
import styles from "./restore-dialog.module.css";

/** Says all by themselves. */
const SENTENCES = new Set(["history", "secrets", "push_token"]);

/** What an undo cannot bring back, and why. */
export function LostList({ lost }: Pick<Undo, "lost">) {
  if (lost.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>This does not come back</h3>
      <ul className={styles.list}>
        {lost.map(({ kind, count, reason }) => (
          <li key={`${kind} ${reason}`}>{textOf(kind, count, reason)}</li>
        ))}
      </ul>
    </section>
  );
}

function textOf(kind: string, count: number, reason: string): string {
  if (kind === "history") return reason;
  return SENTENCES.has(kind)
    ? `${wordsOf(kind)[1]}: ${reason}`
    : `${formatCount(count, wordsOf(kind))}: ${reason}`;
}
