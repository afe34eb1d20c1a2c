import { formatPercent } from "../../format/number";
import styles from "./usage-bar.module.css";

const FULL = 0.9;
const FILLING = 0.75;

/** How full something is (0 to 1): a bar with its percentage; over 75 % amber, over 90 % red and hatched. */
export function UsageBar({ share }: { share: number }) {
  const level = share > FULL ? "full" : share > FILLING ? "filling" : "normal";
  return (
    <span className={styles.usage}>
      <span className={styles.track} aria-hidden>
        <span
          className={styles.fill}
          data-level={level}
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </span>
      <span className={styles.percent}>{formatPercent(share)}</span>
    </span>
  );
}
