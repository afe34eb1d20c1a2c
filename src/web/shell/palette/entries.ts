import type { Entry, FoundGroup } from "./sources";

export type Action = { id: string; label: string; hint?: string; run: () => void };
export type PaletteEntry = Entry | Action;
export type Group = { label: string; entries: readonly PaletteEntry[] };

const MAX_RECENT = 5;

/** Entries that have every word of the text somewhere, those that begin with it first. */
export function matchEntries<Kind extends { label: string; hint?: string }>(
  entries: readonly Kind[],
  text: string,
): Kind[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  return entries
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .sort((one, other) => rank(other.label, first) - rank(one.label, first));
}

function rank(label: string, word: string): number {
  return label.toLowerCase().startsWith(word) ? 1 : 0;
}

/** Of an older answer what still fits a longer text: Enter must not open what is not meant any more. */
export function stillFitting(groups: readonly FoundGroup[], text: string): FoundGroup[] {
  const wanted = text.trim().toLowerCase();
  return groups.map(({ label, entries }) => ({
    label,
    entries: entries.filter((entry) => `${entry.label}\n${entry.hint ?? ""}`.toLowerCase().includes(wanted)),
  }));
}

/** Each place once, where it comes first; without groups that are left empty. */
export function withoutRepeats(groups: readonly Group[]): Group[] {
  const seen = new Set<string>();
  return groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter((entry) => {
        const key = "href" in entry ? entry.href : entry.id;
        return !seen.has(key) && seen.add(key);
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** What a person opened from the palette last, newest first. Others of the same browser see nothing of it. */
export function recentEntries(userId: number): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    // Somebody else wrote there; it is only a convenience.
    return [];
  }
}

export function rememberEntry(userId: number, { id, label, href, page }: Entry): void {
  const recent = { id: `recent ${id.replace(/^recent /, "")}`, label, href, page };
  const others = recentEntries(userId).filter((entry) => entry.href !== href);
  localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, MAX_RECENT)));
}

function keyOf(userId: number): string {
  return `netatlas-recent-${userId}`;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  if (!("id" in value) || !("label" in value) || !("href" in value) || !("page" in value)) return false;
  const { id, label, href, page } = value;
  return (
    typeof id === "string" &&
    typeof label === "string" &&
    typeof href === "string" &&
    href.startsWith("/") &&
    typeof page === "string"
  );
}
