import { SPARKLINE, sparklinePath } from "./sparkline-path";
import styles from "./sparkline.module.css";

/** The course of a figure that stands beside it in words: for the eye alone. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg
      className={styles.sparkline}
      width={SPARKLINE.width}
      height={SPARKLINE.height}
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      aria-hidden
    >
      <path d={sparklinePath(values)} />
    </svg>
  );
}
