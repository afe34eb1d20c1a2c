/** What goes as well, from the dry run: `{ what: ["link", "links"], count: 3 }`. */
export type Consequence = { what: readonly [one: string, many: string]; count: number };

/** The API's words that are not the words of people. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  relationships: ["link", "links"],
  sensors: ["sensor that somebody has added or bounded", "sensors that people have added or bounded"],
  tool_results: ["kept tool result", "kept tool results"],
  layout_positions: ["place on a saved map", "places on saved maps"],
  additional_addresses: ["further address", "further addresses"],
  identities: ["key that it is known by", "keys that it is known by"],
  dependencies: ["chosen dependency", "chosen dependencies"],
  dependents: ["device that depends on it", "devices that depend on it"],
  circular_dependencies: ["dependency that would go in a circle", "dependencies that would go in a circle"],
  histories: ["history of a check", "histories of checks"],
  check_histories: ["history of a check", "histories of checks"],
  neighbour_matches: ["match of a neighbour", "matches of neighbours"],
  push_token: ["address to report to", "address to report to"],
  status_page_components: ["place on a status page", "places on status pages"],
};

/** One and many of what a dry run names: `dhcp_leases` are `dhcp lease` and `dhcp leases`. */
export function wordsOf(kind: string): readonly [one: string, many: string] {
  const many = kind.replaceAll("_", " ");
  return WORDS[kind] ?? [many.replace(/s$/, ""), many];
}
