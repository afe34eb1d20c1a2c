import { lazy, Suspense, useMemo } from "react";
import type { Model } from "../../api/client";
import { formatDuration } from "../../format/time";
import type { Series } from "../chart/plot-options";
import { VERDICTS } from "../event-table/verdict-mark";
import { NO_VERDICT, stackVerdicts } from "./series";
import styles from "./verdict-histogram.module.css";

const TimeChart = lazy(() => import("../chart/time-chart").then((module) => ({ default: module.TimeChart })));

type Props = {
  histogram: Model<"EventHistogram"> | undefined;
  /** It belongs to an older question, and a newer one is on its way. */
  isStale?: boolean;
  /** Pixels of the plot. */
  height?: number;
  /** Seconds since 1970. */
  onZoom?: (from: number, to: number) => void;
  onZoomOut?: () => void;
  /** A verdict of the legend; `none`: events without one. */
  onPick?: (verdict: string) => void;
};

/** Events over time by verdict. Its room is kept while it is on its way. */
export function VerdictHistogram({ histogram, isStale = false, height = 96, ...actions }: Props) {
  const { times, series } = useMemo(() => seriesOf(histogram), [histogram]);
  return (
    <div className={styles.room} style={{ minHeight: height + 28 }} data-stale={isStale} aria-busy={isStale}>
      {histogram !== undefined && (
        <Suspense>
          <TimeChart
            label={`Events by verdict, each ${formatDuration(histogram.step_seconds * 1000)}`}
            times={times}
            series={series}
            isStacked
            until={Date.parse(histogram.to) / 1000}
            height={height}
            {...actions}
          />
        </Suspense>
      )}
    </div>
  );
}

function seriesOf(histogram: Model<"EventHistogram"> | undefined): { times: number[]; series: Series[] } {
  if (histogram === undefined) return { times: [], series: [] };
  const known = [
    ...VERDICTS.map(({ id, label, color }) => ({ id, label, color })),
    { id: NO_VERDICT, label: "No verdict", color: "status-unknown" as const },
  ];
  return {
    times: histogram.buckets.map(({ start }) => Date.parse(start) / 1000),
    series: stackVerdicts(histogram.buckets, known),
  };
}
