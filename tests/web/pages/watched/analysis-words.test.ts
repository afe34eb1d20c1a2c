import { expect, test } from "bun:test";
import { analysisWords } from "../../../../src/web/pages/watched/analysis-words";

const usual = {
  anomaly_level: "normal",
  current_rtt_ms: 20,
  baseline_rtt_ms: 20,
  trend: "stable",
  trend_pct: null,
  flap_count_24h: 0,
} as const;

test("of a device that answers as usual nothing is said", () => {
  expect(analysisWords(usual)).toBe("");
});

test("an unusual latency is said to be on the side of the usual one on which it is", () => {
  expect(analysisWords({ ...usual, anomaly_level: "elevated", current_rtt_ms: 12 })).toBe(
    "Latency is below the usual: 12 ms against 20 ms.",
  );
  expect(analysisWords({ ...usual, anomaly_level: "anomalous", current_rtt_ms: 90 })).toBe(
    "Latency is far above the usual: 90 ms against 20 ms.",
  );
});

test("a trend and a state that comes and goes are said beside it", () => {
  expect(analysisWords({ ...usual, trend: "falling", trend_pct: -12, flap_count_24h: 3 })).toBe(
    "Latency is falling, by 12 % since yesterday. 3 changes of state in 24 h.",
  );
});
