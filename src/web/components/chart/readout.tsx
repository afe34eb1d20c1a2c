import type { Series } from "./plot-options";
import styles from "./time-chart.module.css";

/** Where the pointer, or the keys, are: a moment (seconds since 1970), and pixels from the left edge of the plot. */
export type Cursor = { seconds: number; left: number } | undefined;

type Props = {
  cursor: Cursor;
  /** Pixels of the whole chart. */
  width: number;
  times: readonly number[];
  series: readonly Series[];
  isStacked: boolean;
  describeBucket: (index: number) => string;
  formatValue: (value: number) => string;
};

/** The time and the figures of the bucket that the cursor is at, beside it; it takes no room and no clicks. */
export function Readout({ cursor, width, times, series, isStacked, describeBucket, formatValue }: Props) {
  const index = cursor === undefined ? -1 : bucketAt(times, { seconds: cursor.seconds, isStacked });
  const isLeft = cursor !== undefined && cursor.left < width / 2;
  return (
    <div
      aria-live="polite"
      className={styles.readout}
      data-side={isLeft ? "right" : "left"}
      hidden={index < 0}
    >
      {index >= 0 && (
        <>
          <span className={styles.readoutTime}>{describeBucket(index)}</span>
          {series.map(({ id, label, color, values }) => {
            const value = values[index] ?? null;
            return (
              <span key={id} className={styles.readoutValue}>
                <span className={styles.swatch} style={{ background: `var(--${color})` }} />
                {label} <b>{value === null ? "–" : formatValue(value)}</b>
              </span>
            );
          })}
        </>
      )}
    </div>
  );
}

/** A bar begins at its time; a point of a line is at it. */
function bucketAt(times: readonly number[], at: { seconds: number; isStacked: boolean }): number {
  const next = times.findIndex((time) => time > at.seconds);
  const before = next === -1 ? times.length - 1 : next - 1;
  const [left, right] = [times[before], times[before + 1]];
  if (left === undefined) return at.isStacked ? -1 : times.length === 0 ? -1 : 0;
  const isNearerRight = right !== undefined && right - at.seconds < at.seconds - left;
  return !at.isStacked && isNearerRight ? before + 1 : before;
}
