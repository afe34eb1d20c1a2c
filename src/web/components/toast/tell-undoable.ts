import type { QueryClient } from "@tanstack/react-query";
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
  const undo = () =>
    void import("./bring-back")
      .then(({ bringBack }) => bringBack(queries, ids))
      .catch(() => toasts.tellError("Cannot undo it: the service cannot be reached"));
  toasts.tell(text, ids.length === 0 ? undefined : undo, SHOWN_MS);
}
