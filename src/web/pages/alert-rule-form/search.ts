import { read } from "../../url/search-params";

/** What a new rule is to be about. */
export type RuleFormSearch = {
  device?: number | undefined;
  check?: number | undefined;
  monitor?: number | undefined;
  /** A search of log lines. */
  q?: string | undefined;
};

export function parseRuleFormSearch(raw: Record<string, unknown>): RuleFormSearch {
  const id = (name: string) => read.integer(raw, name, { min: 1 });
  return {
    device: id("device"),
    check: id("check"),
    monitor: id("monitor"),
    q: read.text(raw, "q")?.trim() || undefined,
  };
}
