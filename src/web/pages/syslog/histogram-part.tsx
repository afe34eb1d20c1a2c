import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import type { FilterTerm } from "../../components/event-table/event-fields";
import { VERDICTS } from "../../components/event-table/verdict-mark";
import { NO_VERDICT } from "../../components/histogram/series";
import { VerdictHistogram } from "../../components/histogram/verdict-histogram";
import { absoluteRange, widenRange, type Range } from "../../format/range";
import { ErrorStrip } from "../../components/states/error-state";
import { histogramQuery, type Asked } from "./api";
import styles from "./syslog.module.css";
import { useLast } from "./use-question";

type Props = {
  /** Undefined while the rows, which are asked for first, are not there. */
  asked: Asked | undefined;
  query: string;
  range: Range;
  onRange: (range: Range) => void;
  onFilter: (term: FilterTerm) => void;
  onQuery: (query: string) => void;
};

/** When the events came, by verdict: drawing over it zooms, a double click goes back. */
export function HistogramPart({ asked, query, range, onRange, onFilter, onQuery }: Props) {
  const answer = useQuery(histogramQuery(asked));
  const shown = useLast(answer.data);
  const { history } = useRouter();
  const zooms = useRef(0);
  const zoom = (from: number, to: number) => {
    zooms.current += 1;
    // The last bucket may reach beyond the window.
    const end = shown === undefined ? to * 1000 : Math.min(to * 1000, Date.parse(shown.to));
    onRange(absoluteRange(from * 1000, end));
  };
  const zoomOut = () => {
    if (zooms.current === 0) return onRange(widenRange(range, Date.now()));
    zooms.current -= 1;
    history.back();
  };
  const pick = (verdict: string) => {
    if (verdict !== NO_VERDICT) return onFilter({ field: "verdict", text: verdict, isNegated: false });
    const others = VERDICTS.map(({ id }) => `-verdict:${id}`).filter((term) => !query.includes(term));
    onQuery([query, ...others].join(" ").trim());
  };
  return (
    <div className={styles.histogram}>
      {answer.error !== null && (
        <ErrorStrip
          error={answer.error}
          title="Cannot count events over time"
          onRetry={() => void answer.refetch()}
        />
      )}
      <VerdictHistogram
        histogram={shown}
        isStale={shown !== undefined && answer.data === undefined}
        onZoom={zoom}
        onZoomOut={zoomOut}
        onPick={pick}
      />
    </div>
  );
}
