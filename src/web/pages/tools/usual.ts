import type { RecordType, Tool, ToolsSearch } from "./search";

const TOOLS: readonly Tool[] = ["dns", "ping"];
const RECORDS: readonly RecordType[] = ["A", "AAAA"];
const PORTS = [22, 80, 443];

/** What a search means, with the usual in place of what it leaves open, and of the tools those that are allowed. */
export function usualOf(search: ToolsSearch, allowed: readonly Tool[]) {
  const { tools = TOOLS, records = RECORDS, ports = PORTS, protocol = "tcp" } = search;
  return { tools: tools.filter((tool) => allowed.includes(tool)), records, ports, protocol } as const;
}
