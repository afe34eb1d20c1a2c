import type { Model } from "./client";

export type LiveEvent = Model<"FirewallEventRead">;

/** For each collector the id of the last event that was had: where a stream goes on from. */
export type LivePosition = Readonly<Record<string, number>>;

/** Query parameters of `GET /syslog/events` but for time, sorting and paging. */
export type LiveFilters = Readonly<Record<string, string | number>>;

type ServerFrame =
  | { type: "event"; event: LiveEvent }
  /** `beat_seconds`: from here on something comes at least so often. */
  | { type: "subscribed"; position: LivePosition; beat_seconds?: number }
  | { type: "position"; position: LivePosition }
  | { type: "skipped"; count: number; position: LivePosition }
  /** Of another process: its lines are missing until it is reached again, and come then. */
  | { type: "collector"; collector: string; reached: boolean }
  | { type: "error"; message: string };

type WireFrame = LiveEvent | WireControl;

type WireControl =
  | { v: 1; type: "subscribed"; position: LivePosition; beat_seconds?: number }
  | { v: 1; type: "position"; position: LivePosition }
  | { v: 1; type: "skipped"; count: number; position: LivePosition }
  | { v: 1; type: "collector"; collector: string; reached: boolean }
  | { v: 1; type: "error"; detail: string | { msg: string }[] };

/** Reads a frame of docs/live.md: what has a `v` controls, everything else is an event. */
export function readFrame(text: string): ServerFrame {
  const frame: WireFrame = JSON.parse(text);
  if (!("v" in frame)) return { type: "event", event: frame };
  if (frame.type !== "error") return frame;
  const { detail } = frame;
  const message = typeof detail === "string" ? detail : detail.map(({ msg }) => msg).join("; ");
  return { type: "error", message: message.replace(/^Value error, /, "") };
}

/** The first control frame of a connection, and each that changes the filter. */
export function writeRequest({
  filters,
  position,
}: {
  filters: LiveFilters;
  position: LivePosition;
}): string {
  const resume = Object.keys(position).length === 0 ? {} : { resume: position };
  return JSON.stringify({ v: 1, beat: true, filter: filters, ...resume });
}

/** When an access token ends (ms); undefined where it does not say. */
export function endOfToken(token: string): number | undefined {
  const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  try {
    const claims: unknown = JSON.parse(atob(payload ?? ""));
    const hasEnd = typeof claims === "object" && claims !== null && "exp" in claims;
    return hasEnd && typeof claims.exp === "number" ? claims.exp * 1000 : undefined;
  } catch {
    // The service knows what is wrong with it.
    return undefined;
  }
}
