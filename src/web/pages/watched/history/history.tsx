import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { StatusMark } from "../../../components/badge/status-mark";
import { Section } from "../../../components/page-head/section";
import { ScrollBox } from "../../../components/scroll-box/scroll-box";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { LOOKS } from "../../../components/watched/looks";
import { formatUptime } from "../../../format/number";
import { formatLatency, formatListTime, formatRoughly } from "../../../format/time";
import { timelineQuery, type Thing } from "../api";
import { Changes, type ChangesProps } from "./changes";
import { latenciesOf, maintenanceOf, rangeOf, spansOf, type Timeline } from "./course";
import { Incidents } from "./incidents";
import { HOURS, type RangeName } from "../search";
import { StateStrip } from "./state-strip";
import styles from "../watched.module.css";

const TimeChart = lazy(() =>
  import("../../../components/chart/time-chart").then((module) => ({ default: module.TimeChart })),
);

type Result = Timeline["results"][number];

const RESULT_COLUMNS: readonly SimpleColumn<Result>[] = [
  { id: "at", label: "When", cell: ({ at }) => <TimeValue at={at} as="event" /> },
  { id: "state", label: "Found", cell: ({ status }) => <StatusMark {...LOOKS[status]} /> },
  {
    id: "latency",
    label: "Latency",
    align: "right",
    cell: ({ response_time_ms: latency }) => (latency === null ? "–" : formatLatency(latency)),
  },
  {
    id: "finding",
    label: "What was found",
    cell: ({ error, status_code: code }) =>
      [code === null ? "" : `HTTP ${code}`, error ?? ""].filter(Boolean).join(": ") || "–",
  },
];

type Props = { thing: Thing; range: RangeName } & Pick<ChangesProps, "around" | "onAround" | "told">;

/** How it went: states, latency, incidents, what changed when, and what the newest checks said. */
export function History({ thing, range, ...around }: Props) {
  const query = useQuery(timelineQuery(thing, HOURS[range]));
  return (
    <QueryStates query={query} what="the history" rows={8}>
      {(timeline) =>
        timeline.results.length === 0 && timeline.changes.length === 0 && timeline.spans.length === 0 ? (
          <EmptyState title="No result in this time">
            What its checks find appears here: how it stood, how long an answer took, when it was down.
          </EmptyState>
        ) : (
          <>
            <Course timeline={timeline} />
            <div className={styles.findings}>
              <Incidents thing={thing} hours={HOURS[range]} />
              <Section title="Newest results">
                <ScrollBox label="Newest results" className={styles.scroll}>
                  <SimpleTable
                    label="Newest results"
                    columns={RESULT_COLUMNS}
                    rows={timeline.results}
                    rowId={({ at }) => at}
                  />
                </ScrollBox>
              </Section>
            </div>
            <Changes changes={timeline.changes} {...around} />
          </>
        )
      }
    </QueryStates>
  );
}

const MAX_TOLD = 3;

function describeDamage(damaged: Timeline["damaged"]): string {
  const told = damaged
    .slice(0, MAX_TOLD)
    .map(({ from, to }) => `${formatListTime(from)} to ${formatListTime(to)}`);
  const more = damaged.length > MAX_TOLD ? ` and ${damaged.length - MAX_TOLD} times more` : "";
  return `What is stored of ${told.join(", ")}${more} is damaged and cannot be read: the gap is no outage.`;
}

function Course({ timeline }: { timeline: Timeline }) {
  const range = useMemo(() => rangeOf(timeline), [timeline]);
  const spans = useMemo(() => spansOf(timeline), [timeline]);
  const latencies = useMemo(() => latenciesOf(timeline), [timeline]);
  const shaded = useMemo(() => ({ name: "Maintenance", bands: maintenanceOf(spans) }), [spans]);
  const { uptime, watched_seconds: watched, state_seconds: lasted } = timeline;
  return (
    <>
      <Section
        title="State"
        hint={
          uptime === null
            ? "Nothing of this time counts for the uptime"
            : `Up for ${formatUptime(uptime)} of ${formatRoughly(watched * 1000)} watched`
        }
      >
        <StateStrip label="State over time" spans={spans} range={range} lasted={lasted} />
        {timeline.damaged.length > 0 && <p role="note">{describeDamage(timeline.damaged)}</p>}
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
                shaded={shaded}
                height={160}
                formatValue={formatLatency}
              />
            </Suspense>
          </div>
        </Section>
      )}
    </>
  );
}
