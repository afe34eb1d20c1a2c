import type { OverallState, PublicState } from "../models";

/** What several components come to: a group, or the page. */
export function overallOf(states: readonly PublicState[]): OverallState {
  const watched = states.filter(counts);
  if (watched.length === 0) return states.includes("off") ? "off" : "not_watched";
  const has = (...wanted: PublicState[]) => watched.some((state) => wanted.includes(state));
  if (has("down", "unreachable")) {
    if (!watched.every((state) => state === "down" || state === "unreachable")) return "degraded";
    return has("down") ? "down" : "unreachable";
  }
  if (watched.every((state) => state === "no_data")) return "no_data";
  if (has("unknown", "no_data")) return "unknown";
  return has("maintenance") ? "maintenance" : "operational";
}

/** Whether it says something of how well things are. */
function counts(state: PublicState): boolean {
  return state !== "not_watched" && state !== "off";
}

/** The same in a sentence. */
export function sentenceOf(states: readonly PublicState[]): string {
  const watched = states.filter(counts);
  const count = (...wanted: PublicState[]) => watched.filter((state) => wanted.includes(state)).length;
  const troubled = count("down", "unreachable");
  const silent = count("unknown", "no_data");
  switch (overallOf(states)) {
    case "operational":
      return "All services are working";
    case "maintenance":
      return "Maintenance is under way";
    case "down":
    case "unreachable":
      return watched.length === 1 ? "The service is down" : "All services are down";
    case "degraded":
      return `${troubled} of ${watched.length} services ${troubled === 1 ? "is" : "are"} down`;
    case "unknown":
      return `Of ${silent} of ${watched.length} services it is not known whether ${silent === 1 ? "it works" : "they work"}`;
    case "no_data":
      return "It is not known at the moment whether the services work";
    case "off":
      return "What is shown here is switched off, as planned";
    case "not_watched":
      return states.length === 0 ? "Nothing is shown here yet" : "Nothing is being watched at the moment";
  }
}

type Times = { upMs: number; downMs: number };

/** Of the time in which it was watched; null: there was none. */
export function uptimePercent(days: readonly Times[]): number | null {
  const up = days.reduce((sum, { upMs }) => sum + upMs, 0);
  const down = days.reduce((sum, { downMs }) => sum + downMs, 0);
  return up + down === 0 ? null : (100 * up) / (up + down);
}

/** Never 100 where there was an outage. */
export function formatPercent(percent: number): string {
  return `${(Math.floor(percent * 100) / 100).toFixed(2)} %`;
}
