import type { QueryClient } from "@tanstack/react-query";
import { takeBack, type Undo } from "../../api/undo";
import { formatCount } from "../../format/number";
import { wordsOf } from "../dialog/consequences";
import { toasts } from "./toasts";

/** Takes entries of the audit log back, each with all that its request did, and says what it came to. */
export async function bringBack(queries: QueryClient, ids: readonly number[]): Promise<void> {
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
