const LISTED = 10;

/** Names in a sentence: the first ones, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
