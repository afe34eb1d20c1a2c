import { read } from "../../url/search-params";

export type AuditSearch = {
  q?: string | undefined;
  /** Beginning of the action: `apikey.`; `login`: sign-ins. */
  what?: string | undefined;
  /** Id of the user who did it. */
  who?: number | undefined;
  /** Days of the viewer's zone, both included: 2026-11-20. */
  from?: string | undefined;
  to?: string | undefined;
  /** The entry whose details are open. */
  id?: number | undefined;
};

/** A last day before the first is as good as none. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const [from, to] = [day(raw, "from"), day(raw, "to")];
  return {
    q: read.text(raw, "q"),
    what: read.text(raw, "what"),
    who: read.integer(raw, "who", { min: 1 }),
    from,
    to: isBackwards({ from, to }) ? undefined : to,
    id: read.integer(raw, "id", { min: 1 }),
  };
}

/** Whether the days end before they begin. */
export function isBackwards({ from, to }: Pick<AuditSearch, "from" | "to">): boolean {
  return from !== undefined && to !== undefined && to < from;
}

function day(raw: Record<string, unknown>, name: string): string | undefined {
  const text = read.text(raw, name);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}

/** What the API is asked for. */
export function toFilter({ q, what, who, from, to }: AuditSearch) {
  return {
    ...(q !== undefined && { q }),
    ...(what === "login" && { category: "login" }),
    ...(what !== undefined && what !== "login" && { action: what }),
    ...(who !== undefined && { actor_user_id: who }),
    ...(from !== undefined && { start_time: startOfDay(from, 0) }),
    ...(to !== undefined && { end_time: new Date(Date.parse(startOfDay(to, 1)) - 1).toISOString() }),
  };
}

/** Midnight in the viewer's zone, so many days later. */
function startOfDay(text: string, later: number): string {
  const [year = 0, month = 1, date = 1] = text.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
