import { forEachCounter, type Counter, type Rates } from "../counters";
import type { Sample } from "./sample";

/** What a span of time came to at a port. */
export type PortSpan = {
  /** When it was polled; of several: when the step begins that they are in. */
  atMs: number;
  /** In which the rates are known; of which it was up, down. */
  seconds: number;
  upSeconds: number;
  downSeconds: number;
  /** Averages; null: not known. */
  rates: Rates;
  /** The highest of the averages that it is made of. */
  peaks: { inOctets: number | null; outOctets: number | null };
};

/** Samples, each as a span of its own; one whose rates are not known has a status for the moment alone. */
export function spanOf({ atMs, seconds, status, rates }: Sample): PortSpan {
  return {
    atMs,
    seconds: rates === null ? 0 : seconds,
    upSeconds: status === "up" ? Math.max(1, seconds) : 0,
    downSeconds: status === "down" ? Math.max(1, seconds) : 0,
    rates: rates ?? forEachCounter(() => null),
    peaks: { inOctets: rates?.inOctets ?? null, outOctets: rates?.outOctets ?? null },
  };
}

/** Averages by how long each lasted. */
function joinSpans(atMs: number, spans: readonly PortSpan[]): PortSpan {
  const sum = (valueOf: (span: PortSpan) => number) =>
    spans.reduce((total, span) => total + valueOf(span), 0);
  const peak = (counter: "inOctets" | "outOctets") =>
    spans.reduce<number | null>((highest, { peaks }) => higher(highest, peaks[counter]), null);
  return {
    atMs,
    seconds: sum(({ seconds }) => seconds),
    upSeconds: sum(({ upSeconds }) => upSeconds),
    downSeconds: sum(({ downSeconds }) => downSeconds),
    rates: forEachCounter((counter) => averageOf(spans, counter)),
    peaks: { inOctets: peak("inOctets"), outOctets: peak("outOctets") },
  };
}

/** By the step that each was polled in, in the order of time; steps without any are left out. */
export function joinBySteps(spans: readonly PortSpan[], stepMs: number): PortSpan[] {
  const steps = Map.groupBy(spans, ({ atMs }) => atMs - (atMs % stepMs));
  return [...steps].toSorted(([one], [other]) => one - other).map(([atMs, own]) => joinSpans(atMs, own));
}

function averageOf(spans: readonly PortSpan[], counter: Counter): number | null {
  let [total, seconds] = [0, 0];
  for (const span of spans) {
    const rate = span.rates[counter];
    if (rate === null) continue;
    total += rate * span.seconds;
    seconds += span.seconds;
  }
  return seconds === 0 ? null : total / seconds;
}

function higher(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
