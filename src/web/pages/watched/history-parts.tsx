import { lazy, Suspense, useMemo } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { TimeValue } from "../../components/value/time-value";
import { LOOKS } from "../../components/watched/watched";
import { formatNumber, formatUptime } from "../../format/number";
import { formatDuration, formatLatency } from "../../format/time";
import { latenciesOf, outagesOf, spansOf, uptimeOf, type Outage, type Point, type Range } from "./course";
import { StateStrip } from "./state-strip";
import styles from "./watched.module.css";

const TimeChart = lazy(() =>
  import("../../components/chart/time-chart").then((module) => ({ default: module.TimeChart })),
);

/** Of the newest results. */
const LISTED = 50;

const iso = (at: number) => new Date(at).toISOString();

const OUTAGE_COLUMNS: readonly SimpleColumn<Outage>[] = [
  { id: "from", label: "Began", cell: ({ from }) => <TimeValue at={iso(from)} /> },
  {
    id: "to",
    label: "Ended",
    cell: ({ to }) => (to === null ? <StatusMark status="down" label="lasts" /> : <TimeValue at={iso(to)} />),
  },
  {
    id: "lasted",
    label: "Lasted",
    align: "right",
    cell: ({ from, to }) => formatDuration((to ?? Date.now()) - from),
  },
  { id: "error", label: "What was found", cell: ({ error }) => error ?? "–" },
];

const RESULT_COLUMNS: readonly SimpleColumn<Point>[] = [
  { id: "at", label: "When", cell: ({ at }) => <TimeValue at={iso(at)} as="event" /> },
  { id: "state", label: "Found", cell: ({ state }) => <StatusMark {...LOOKS[state]} /> },
  {
    id: "latency",
    label: "Latency",
    align: "right",
    cell: ({ latencyMs }) => (latencyMs === null ? "–" : formatLatency(latencyMs)),
  },
  {
    id: "finding",
    label: "What was found",
    cell: ({ error, statusCode }) =>
      [statusCode === null ? "" : `HTTP ${statusCode}`, error ?? ""].filter(Boolean).join(": ") || "–",
  },
];

type Props = { points: readonly Point[]; range: Range; intervalSeconds: number | null };

/** How it went: states, latency, when it was down, and what the newest checks said. */
export function HistoryParts({ points, range, intervalSeconds }: Props) {
  const spans = useMemo(
    () => spansOf(points, { ...range, intervalSeconds }),
    [points, range, intervalSeconds],
  );
  const outages = useMemo(() => outagesOf(spans, points), [spans, points]);
  const latencies = useMemo(() => latenciesOf(points, range), [points, range]);
  const uptime = uptimeOf(spans);
  const newest = useMemo(() => points.slice(-LISTED).toReversed(), [points]);
  if (points.length === 0) {
    return (
      <EmptyState title="No result in this time">
        What its checks find appears here: how it stood, how long an answer took, when it was down.
      </EmptyState>
    );
  }
  return (
    <>
      <Section
        title="State"
        hint={
          uptime.share === null
            ? "Nothing of this time counts for the uptime"
            : `Up for ${formatUptime(uptime.share)} of the ${formatDuration(uptime.hours * 3_600_000)} that were watched`
        }
      >
        <StateStrip label="State over time" spans={spans} range={range} />
      </Section>
      {latencies.p50.some((value) => value !== null) && (
        <Section title="Latency">
          <div className={styles.chart}>
            <Suspense>
              <TimeChart
                label="Latency"
                times={latencies.times}
                series={[
                  { id: "p50", label: "Half below (p50)", color: "verdict-allow", values: latencies.p50 },
                  { id: "p95", label: "95 % below (p95)", color: "verdict-drop", values: latencies.p95 },
                ]}
                height={160}
                formatValue={formatLatency}
              />
            </Suspense>
          </div>
        </Section>
      )}
      <div className={styles.findings}>
        <Section title="Down" hint={outages.length === 0 ? "Not once in this time" : undefined}>
          {outages.length > 0 && (
            <div className={styles.scroll}>
              <SimpleTable label="Down" columns={OUTAGE_COLUMNS} rows={outages} rowId={({ from }) => from} />
            </div>
          )}
        </Section>
        <Section
          title="Newest results"
          hint={points.length > LISTED ? `${LISTED} of ${formatNumber(points.length)}` : undefined}
        >
          <div className={styles.scroll}>
            <SimpleTable
              label="Newest results"
              columns={RESULT_COLUMNS}
              rows={newest}
              rowId={({ at }) => at}
            />
          </div>
        </Section>
      </div>
    </>
  );
}
