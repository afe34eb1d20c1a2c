import { formatNumber } from "../../../format/number";
import styles from "./address-grid.module.css";
import { countStates, STATE_WORDS, type Cell } from "./address-cells";

/** What the tints and letters of the grid mean, with how many there are. */
export function Legend({ cells }: { cells: readonly Cell[] }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {countStates(cells).map(({ state, count }) => (
        <li key={state} className={styles.legendItem}>
          <span className={styles.swatch} data-state={state} aria-hidden>
            {STATE_WORDS[state].letter}
          </span>
          {STATE_WORDS[state].word} <span className={styles.count}>{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
