const SEPARATED = /^[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}$/;
const DOTTED = /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/;
const BARE = /^[0-9a-f]{12}$/;

/** Lower case with colons, from any usual form (colons, dashes, Cisco's dots, bare); undefined for anything else. */
export function canonicalMacAddress(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  if (!SEPARATED.test(lower) && !DOTTED.test(lower) && !BARE.test(lower)) return undefined;
  return lower.replace(/[^0-9a-f]/g, "").replace(/(..)(?!$)/g, "$1:");
}
