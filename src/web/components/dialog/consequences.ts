/** What goes as well, from the dry run: `{ what: ["link", "links"], count: 3 }`. */
export type Consequence = { what: readonly [one: string, many: string]; count: number };

/** The API's words that are not the words of people. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  relationships: ["link", "links"],
  layout_positions: ["place on a saved map", "places on saved maps"],
};

/** One and many of what a dry run names: `dhcp_leases` are `dhcp lease` and `dhcp leases`. */
export function wordsOf(kind: string): readonly [one: string, many: string] {
  const many = kind.replaceAll("_", " ");
  return WORDS[kind] ?? [many.replace(/s$/, ""), many];
}
