import type { QueryClient } from "@tanstack/react-query";
import { takeBack, type Undo } from "../../api/undo";
import { formatCount } from "../../format/number";
import { wordsOf } from "../dialog/consequences";
import { toasts } from "./toasts";

/** Long enough to see on the next page that it was the wrong one. */
const SHOWN_MS = 60_000;

type Done = {
  /** "core deleted", "12 devices deleted". */
  text: string;
  /** Entries of the audit log that say so; null: the service named none. */
  entryIds: readonly (number | null)[];
};

/** Says that something was deleted or restored, and takes it back for a minute, with all that the same request did. */
export function tellUndoable(queries: QueryClient, { text, entryIds }: Done): void {
  const ids = entryIds.filter((id) => id !== null);
  const undo = ids.length === 0 ? undefined : () => void bringBack(queries, ids);
  toasts.tell(text, undo, SHOWN_MS);
}

async function bringBack(queries: QueryClient, ids: readonly number[]): Promise<void> {
  try {
    const done: Undo[] = [];
    for (const id of ids) done.push(await takeBack(id, { scope: "request" }));
    toasts.tell(undoneText(done));
  } catch (error) {
    toasts.tellError(
      `Cannot undo it: ${error instanceof Error ? error.message : "the service did not answer"}`,
    );
  } finally {
    await queries.invalidateQueries();
  }
}

const WORDS: Readonly<Record<Undo["objects"][number]["outcome"], string>> = {
  restored: "back",
  changed: "as before",
  removed: "gone again",
};

/** "core is back", "All 12 are back, without 3 links": what an undo came to. */
export function undoneText(done: readonly Pick<Undo, "objects" | "lost">[]): string {
  const objects = done.flatMap((one) => one.objects);
  // What was measured never comes back, so that says nothing.
  const lost = done.flatMap((one) => one.lost).filter(({ kind }) => kind !== "history");
  const [first] = objects;
  const outcomes = new Set(objects.map(({ outcome }) => outcome));
  const state = first === undefined || outcomes.size > 1 ? "as before" : WORDS[first.outcome];
  const subject = objects.length === 1 ? `${first?.name ?? "It"} is` : `All ${objects.length} are`;
  const without = lost.map(({ kind, count }) => formatCount(count, wordsOf(kind)));
  return `${subject} ${state}${without.length === 0 ? "" : `, without ${without.join(", ")}`}`;
}
