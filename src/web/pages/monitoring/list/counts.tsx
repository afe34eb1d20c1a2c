import { StatusMark } from "../../../components/badge/status-mark";
import { countStandings, STANDINGS } from "../../../api/watched";
import { LOOKS } from "../../../components/watched/looks";
import { formatNumber } from "../../../format/number";
import styles from "../monitoring.module.css";
import type { Row } from "../rows";

type Props = {
  rows: readonly Row[];
  /** Standings that the list is filtered by. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
};

/** How many stand how, the worst first; each is a filter. */
export function Counts({ rows, chosen, onChoose }: Props) {
  const counts = countStandings(rows.map(({ standing }) => standing));
  const shown = STANDINGS.filter((standing) => counts.has(standing) || chosen.includes(standing));
  return (
    <ul className={styles.counts} aria-label="By state">
      {shown.map((standing) => {
        const isChosen = chosen.includes(standing);
        const { status, label } = LOOKS[standing];
        return (
          <li key={standing}>
            <button
              type="button"
              className={styles.count}
              aria-pressed={isChosen}
              onClick={() =>
                onChoose(isChosen ? chosen.filter((other) => other !== standing) : [...chosen, standing])
              }
            >
              <StatusMark status={status} label={label} />
              <strong>{formatNumber(counts.get(standing) ?? 0)}</strong>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
