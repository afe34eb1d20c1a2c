import { Button } from "@mantine/core";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { StatusMark } from "../../../components/badge/status-mark";
import { ScrollBox } from "../../../components/scroll-box/scroll-box";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { LOOKS } from "../../../components/watched/looks";
import { formatDuration, formatListTime, formatUtcSpan } from "../../../format/time";
import type { Range, Span } from "./course";
import styles from "../watched.module.css";

type Props = {
  label: string;
  spans: readonly Span[];
  range: Range;
  /** How long it was in each state, seconds. */
  lasted: Readonly<Record<string, number>>;
};

const NONE = { status: "unknown", label: "Not watched" } as const;
const lookOf = (state: Span["state"]) => (state === "none" ? NONE : LOOKS[state]);

const COLUMNS: readonly SimpleColumn<Span>[] = [
  { id: "from", label: "From", cell: ({ from, to }) => <Moment at={from} span={{ from, to }} /> },
  { id: "state", label: "State", cell: ({ state }) => <StatusMark {...lookOf(state)} /> },
  { id: "lasted", label: "Lasted", align: "right", cell: ({ from, to }) => formatDuration(to - from) },
  { id: "reason", label: "Why", cell: ({ reason }) => reason ?? "–" },
];

function Moment({ at, span: { from, to } }: { at: number; span: Range }) {
  return <span title={formatUtcSpan(from, to)}>{formatListTime(at)}</span>;
}

/** How it was over time: each state by colour and height, in words by pointer and keys, and as a table. */
export function StateStrip({ label, spans, range, lasted }: Props) {
  const [isTable, setIsTable] = useState(false);
  const [pointed, setPointed] = useState<number>();
  const length = range.to - range.from;
  // What lasted no second, as a state that the first result ended, is on the strip and in the table, and no total.
  const totals = [...new Set(spans.map(({ state }) => state))].flatMap((state) => {
    const milliseconds = state === "none" ? gapsOf(spans) : (lasted[state] ?? 0) * 1000;
    return milliseconds < 1000
      ? []
      : [{ state, text: `${lookOf(state).label} ${formatDuration(milliseconds)}` }];
  });
  const summary = totals.map(({ text }) => text).join(", ");
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = range.from + ((clientX - left) / width) * length;
    const index = spans.findIndex(({ from, to }) => at >= from && at < to);
    setPointed(index === -1 ? undefined : index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setPointed((old = spans.length) => Math.min(spans.length - 1, Math.max(0, old + step)));
  };
  const span = pointed === undefined ? undefined : spans[pointed];
  return (
    <div>
      <div className={styles.legend}>
        {totals.map(({ state, text }) => (
          <StatusMark key={state} status={lookOf(state).status} label={text} />
        ))}
        <Button
          size="compact-xs"
          variant="subtle"
          className={styles.toggle}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? "Show as a strip" : "Show as table"}
        </Button>
      </div>
      {isTable ? (
        <ScrollBox label={label} className={styles.scroll}>
          <SimpleTable label={label} columns={COLUMNS} rows={spans.toReversed()} rowId={({ from }) => from} />
        </ScrollBox>
      ) : (
        <>
          <div
            role="img"
            aria-label={`${label}. ${summary}`}
            tabIndex={0}
            className={styles.strip}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setPointed(undefined)}
            onBlur={() => setPointed(undefined)}
            onKeyDown={onKeyDown}
          >
            {spans.map(({ from, to, state }, index) => (
              <span
                key={from}
                className={styles.span}
                data-state={state}
                data-pointed={index === pointed}
                style={{
                  left: `${((from - range.from) / length) * 100}%`,
                  width: `max(2px, ${((to - from) / length) * 100}%)`,
                }}
              />
            ))}
          </div>
          <div className={styles.ends}>
            <span title={formatUtcSpan(range.from, range.to)}>{formatListTime(range.from)}</span>
            <span role="status" title={span === undefined ? undefined : formatUtcSpan(span.from, span.to)}>
              {span !== undefined && describe(span)}
            </span>
            <span>now</span>
          </div>
        </>
      )}
    </div>
  );
}

function describe({ from, to, state, reason }: Span): string {
  const words = `${lookOf(state).label} from ${formatListTime(from)} to ${formatListTime(to)}, ${formatDuration(to - from)}`;
  return reason === null ? words : `${words}: ${reason}`;
}

function gapsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { state, from, to }) => sum + (state === "none" ? to - from : 0), 0);
}
