import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { Section } from "../../../components/page-head/section";
import { EmptyState } from "../../../components/states/empty-state";
import { Loading } from "../../../components/states/loading";
import { QueryStates } from "../../../components/states/query-states";
import { formatNumber } from "../../../format/number";
import { formatRoughly } from "../../../format/time";
import { histogramQuery, shortHistogramQuery, type EventHistogram } from "../api";
import styles from "../dashboard.module.css";
import { beginningOf, toRates } from "./event-rates";
import { spanHref, verdictHref } from "../links";
import { SenderSetup } from "../senders/sender-setup-lines";

const TimeChart = lazy(() =>
  import("../../../components/chart/time-chart").then((module) => ({ default: module.TimeChart })),
);

const HEIGHT = 160;
const ROWS = 6;

/** What came in during the last day. */
export function EventsChart() {
  const day = useQuery(histogramQuery());
  const since = day.data === undefined ? undefined : beginningOf(day.data);
  const short = useQuery(shortHistogramQuery(since));
  const shown = since === undefined ? undefined : short.data;
  const span = shown === undefined ? "24 h" : formatRoughly(Date.parse(shown.to) - Date.parse(shown.from));
  const title = `Events per minute by verdict, last ${span}`;
  return (
    <Section title={title}>
      <div className={styles.chart}>
        <QueryStates query={day} what="the events of the day" rows={ROWS}>
          {(whole) => (whole.total === 0 ? <NoEvents /> : <Chart histogram={shown ?? whole} label={title} />)}
        </QueryStates>
      </div>
    </Section>
  );
}

function NoEvents() {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <EmptyState
        title="No events in the last 24 h"
        action={
          <Button
            size="xs"
            variant="default"
            aria-expanded={isShown}
            onClick={() => setIsShown((wasShown) => !wasShown)}
          >
            {isShown ? "Hide the lines to paste" : "Show the lines to paste"}
          </Button>
        }
      >
        Point a firewall or a server here: a line in its settings is enough.
      </EmptyState>
      {isShown && <SenderSetup />}
    </>
  );
}

function Chart({ histogram, label }: { histogram: EventHistogram; label: string }) {
  const navigate = useNavigate();
  const { times, series } = useMemo(() => toRates(histogram), [histogram]);
  return (
    <>
      {histogram.is_partial && (
        <p role="note">Files of this time are damaged: some events are missing here.</p>
      )}
      <Suspense fallback={<Loading what="the chart" rows={ROWS} />}>
        <TimeChart
          label={label}
          times={times}
          series={series}
          isStacked
          until={Date.parse(histogram.to) / 1000}
          height={HEIGHT}
          formatValue={(value) =>
            value > 0 && value < 10 ? value.toFixed(1) : formatNumber(Math.round(value))
          }
          onZoom={(from, to) => void navigate({ href: spanHref(from, to) })}
          onPick={(verdict) => void navigate({ href: verdictHref(verdict) })}
        />
      </Suspense>
    </>
  );
}
