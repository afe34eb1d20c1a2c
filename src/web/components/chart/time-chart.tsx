import { Button, useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from "react";
import uPlot from "uplot";
import { formatNumber } from "../../format/number";
import { formatDayAndTime, formatListTime, formatUtc, viewerZone } from "../../format/time";
import { SimpleTable } from "../simple-table/simple-table";
import {
  BAND_COLOR,
  clearSelection,
  drawingOrder,
  plotOptions,
  type Band,
  type Series,
} from "./plot-options";
import { Readout, type Cursor } from "./readout";
import { stackValues, summarise, summariseLines } from "./stack";
import styles from "./time-chart.module.css";

type Props = {
  /** What the chart shows: "Events per minute by verdict". */
  label: string;
  /** Beginnings of the buckets, seconds since 1970, ascending. */
  times: readonly number[];
  /** At most five; bottom first where they are stacked. */
  series: readonly Series[];
  isStacked?: boolean;
  /** Until when everything is counted, seconds since 1970: a bucket that reaches beyond it is drawn hatched. */
  until?: number;
  /** Times that are shaded behind the lines, and what they are all called. */
  shaded?: { name: string; bands: readonly Band[] };
  /** Pixels. */
  height?: number;
  formatValue?: (value: number) => string;
  /** A range was drawn, or chosen by keys; seconds since 1970. */
  onZoom?: (from: number, to: number) => void;
  onZoomOut?: () => void;
  /** A name in the legend was clicked. */
  onPick?: (series: string) => void;
};

/** Seconds; below it buckets are told apart by their seconds. */
const MINUTE = 60;
const NO_BANDS: readonly Band[] = [];

/** Values over time: drag or keys zoom, the same figures as a table, a summary for those who do not see it. */
export function TimeChart(props: Props) {
  const { label, times, series, until, shaded, height = 96, formatValue = formatNumber, onPick } = props;
  const [isTable, setIsTable] = useState(false);
  const bucket = (times[1] ?? 0) - (times[0] ?? 0);
  const isFine = bucket < MINUTE;
  const isOpen = (index: number) => until !== undefined && (times[index] ?? 0) + bucket > until;
  const describeTime = (index: number) => {
    const moment = (times[index] ?? 0) * 1000;
    return isFine ? formatDayAndTime(moment).slice(0, -".000".length) : formatListTime(moment);
  };
  const bands = shaded?.bands ?? NO_BANDS;
  const describeBucket = (index: number) => {
    const time = times[index] ?? 0;
    const band = bands.find(({ from, to }) => from < time + bucket && to > time);
    const also = [...(isOpen(index) ? ["so far"] : []), ...(band === undefined ? [] : [band.label])];
    return [describeTime(index), ...also].join(", ");
  };
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.caption}>
        {series.map(({ id, label: name, color }) => (
          <LegendEntry key={id} name={name} color={color} {...(onPick && { onPick: () => onPick(id) })} />
        ))}
        {shaded !== undefined && bands.length > 0 && <LegendEntry name={shaded.name} color={BAND_COLOR} />}
        <Button
          size="compact-xs"
          variant="subtle"
          className={styles.toggle}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? "Show as chart" : "Show as table"}
        </Button>
      </figcaption>
      {isTable ? (
        <div className={styles.table} role="group" aria-label={`${label}, as a table`} tabIndex={0}>
          <SimpleTable
            label={label}
            columns={[
              {
                id: "time",
                label: "Time",
                cell: (index: number) => timeCell(times[index], describeBucket(index)),
              },
              ...series.map(({ id, label: name, values }) => ({
                id,
                label: name,
                align: "right" as const,
                cell: (index: number) => {
                  const value = values[index] ?? null;
                  return value === null ? "–" : formatValue(value);
                },
              })),
            ]}
            rows={times.map((_, index) => index)}
            rowId={(index) => index}
          />
        </div>
      ) : (
        <Plot
          {...props}
          height={height}
          summary={
            props.isStacked === true
              ? summarise(series, { format: formatValue, describeTime })
              : [summariseLines(series, formatValue), ...summariseBands(bands)].join(" ")
          }
          describeBucket={describeBucket}
        />
      )}
    </figure>
  );
}

const MAX_TOLD = 5;

function summariseBands(bands: readonly Band[]): string[] {
  const told = bands
    .slice(-MAX_TOLD)
    .map(
      ({ from, to, label }) => `${label}, ${formatListTime(from * 1000)} to ${formatListTime(to * 1000)}.`,
    );
  return bands.length > MAX_TOLD ? [...told, `${bands.length - MAX_TOLD} more before.`] : told;
}

/** With UTC on hover. */
function timeCell(seconds = 0, text: string) {
  return <span title={formatUtc(seconds * 1000)}>{text}</span>;
}

function LegendEntry({ name, color, onPick }: { name: string; color: string; onPick?: () => void }) {
  const swatch = <span className={styles.swatch} style={{ background: `var(--${color})` }} />;
  if (onPick === undefined) {
    return (
      <span className={styles.entry}>
        {swatch}
        {name}
      </span>
    );
  }
  return (
    <button type="button" className={styles.entry} onClick={onPick}>
      {swatch}
      {name}
    </button>
  );
}

type PlotProps = Props & { height: number; summary: string; describeBucket: (index: number) => string };

function Plot(props: PlotProps) {
  const {
    label,
    times,
    series,
    isStacked = false,
    height,
    formatValue = formatNumber,
    summary,
    describeBucket,
    until,
    shaded,
    onZoom,
    onZoomOut,
  } = props;
  const { ref, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [cursor, setCursor] = useState<Cursor>();
  const scheme = useComputedColorScheme("light");
  const zoom = useEffectEvent((from: number, to: number) => onZoom?.(from, to));
  const data = useMemo(() => dataOf(times, series, isStacked), [times, series, isStacked]);
  const present = useEffectEvent(() => data);
  const countedUntil = useEffectEvent(() => until);
  const bands = shaded?.bands;
  const presentBands = useEffectEvent(() => bands ?? NO_BANDS);
  const makeOptions = useEffectEvent(() =>
    plotOptions({
      width,
      height,
      zone: viewerZone(),
      series,
      isStacked,
      formatValue,
      until: () => countedUntil(),
      bands: () => presentBands(),
      onSelect: (from, to) => zoom(from, to),
      onCursor: setCursor,
    }),
  );
  const names = series.map(({ id, color }) => `${id} ${color}`).join();
  useEffect(() => {
    if (host.current === null || width === 0) return;
    const made = new uPlot(makeOptions(), present(), host.current);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
    // Colours are read from the scheme's variables when the plot is made.
  }, [width, height, names, isStacked, scheme]);
  useEffect(() => plot.current?.setData(data), [data, bands]);
  const keys = usePlotKeys({ plot, times, onZoom, onZoomOut });
  return (
    <div ref={ref} className={styles.room}>
      <div
        ref={host}
        role="img"
        aria-label={`${label}. ${summary}`}
        tabIndex={0}
        className={styles.plot}
        style={{ height }}
        onKeyDown={keys}
        onDoubleClick={onZoomOut}
      />
      <Readout cursor={cursor} width={width} {...{ times, series, isStacked, describeBucket, formatValue }} />
    </div>
  );
}

function dataOf(times: readonly number[], series: readonly Series[], isStacked: boolean): uPlot.AlignedData {
  const values = series.map((one) => [...one.values]);
  return [[...times], ...drawingOrder(isStacked ? stackValues(values) : values, isStacked)];
}

type Keys = {
  plot: { current: uPlot | null };
  times: readonly number[];
  onZoom: Props["onZoom"];
  onZoomOut: Props["onZoomOut"];
};

/** Arrows move over the buckets, with Shift they choose a range, Enter zooms into it, Backspace goes back. */
function usePlotKeys({ plot, times, onZoom, onZoomOut }: Keys): (event: KeyboardEvent) => void {
  const range = useRef({ anchor: 0, head: 0 });
  return (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const { anchor, head } = range.current;
    if (step !== 0) {
      event.preventDefault();
      const next = Math.min(times.length - 1, Math.max(0, head + step));
      range.current = { anchor: event.shiftKey ? anchor : next, head: next };
      show(plot.current, times, range.current);
    } else if (event.key === "Enter") {
      const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
      const bucket = (times[1] ?? 0) - (times[0] ?? 0);
      const [start, end] = [times[from], times[to]];
      if (start === undefined || end === undefined) return;
      onZoom?.(start, end + bucket);
      range.current = { anchor: 0, head: 0 };
      if (plot.current !== null) clearSelection(plot.current);
    } else if (event.key === "Backspace") {
      onZoomOut?.();
    }
  };
}

function show(
  plot: uPlot | null,
  times: readonly number[],
  { anchor, head }: { anchor: number; head: number },
): void {
  if (plot === null) return;
  const [one, other] = [plot.valToPos(times[anchor] ?? 0, "x"), plot.valToPos(times[head] ?? 0, "x")];
  plot.setCursor({ left: other, top: 0 });
  const select = {
    left: Math.min(one, other),
    width: Math.abs(one - other),
    top: 0,
    height: plot.over.clientHeight,
  };
  plot.setSelect(select, false);
}
