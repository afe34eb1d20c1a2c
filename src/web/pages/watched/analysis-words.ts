import type { Model } from "../../api/client";
import { formatCount } from "../../format/number";
import { formatLatency } from "../../format/time";

type Analysis = Pick<
  Model<"DeviceAnalysis">,
  "anomaly_level" | "current_rtt_ms" | "baseline_rtt_ms" | "trend" | "trend_pct" | "flap_count_24h"
>;

/** What differs from how a device usually answers, in sentences; nothing where nothing does. */
export function analysisWords(analysis: Analysis): string {
  return [levelWords(analysis), trendWords(analysis), flapWords(analysis)].filter(Boolean).join(" ");
}

/** Unusual is what lies far from the mean on either side. */
function levelWords({ anomaly_level: level, current_rtt_ms: now, baseline_rtt_ms: usual }: Analysis): string {
  if ((level !== "elevated" && level !== "anomalous") || now === null || usual === null) return "";
  const side = `${level === "anomalous" ? "far " : ""}${now < usual ? "below" : "above"}`;
  return `Latency is ${side} the usual: ${formatLatency(now)} against ${formatLatency(usual)}.`;
}

function trendWords({ trend, trend_pct: percent }: Analysis): string {
  if (trend !== "rising" && trend !== "falling") return "";
  return `Latency is ${trend}${percent === null ? "" : `, by ${Math.abs(percent)} %`} since yesterday.`;
}

function flapWords({ flap_count_24h: flaps }: Analysis): string {
  return flaps > 1 ? `${formatCount(flaps, ["change", "changes"])} of state in 24 h.` : "";
}
