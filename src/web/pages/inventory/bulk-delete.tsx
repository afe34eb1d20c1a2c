import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgetDevices } from "../../api/inventory";
import { wordsOf, type Consequence } from "../../components/dialog/consequences";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { tellUndoable } from "../../components/toast/tell-undoable";
import { toasts } from "../../components/toast/toasts";
import { formatCount } from "../../format/number";
import { deleteDevices, previewDeletion } from "./api";
import { BATCH, runBatches } from "../../api/batches";
import type { Row } from "./rows";

const DEVICES = ["device", "devices"] as const;
const NAMED = 5;

/** Deletes the selected devices, after saying what goes with them. */
export function BulkDelete({ rows, onClose }: { rows: readonly Row[]; onClose: () => void }) {
  const [devices] = useState(rows);
  const queries = useQueryClient();
  const ids = devices.map(({ id }) => id);
  const preview = useQuery({
    queryKey: ["inventory", "deletion", ids],
    queryFn: ({ signal }) => previewDeletion(ids, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const deletion = useMutation({
    async mutationFn() {
      const { signal } = new AbortController();
      const entryIds: (number | null)[] = [];
      const { outcomes, error } = await runBatches({
        ids,
        send: async (batch) => entryIds.push((await deleteDevices(batch)).entryId),
        onProgress: () => {},
        signal,
      });
      await forgetDevices(queries);
      if (error === null) return entryIds;
      const gone = [...outcomes.values()].filter((outcome) => outcome === "done").length;
      if (gone > 0) toasts.tellError(`${formatCount(gone, DEVICES)} deleted, then it was refused`);
      throw error;
    },
    onSuccess(entryIds) {
      tellUndoable(queries, { text: `${formatCount(ids.length, DEVICES)} deleted`, entryIds });
      onClose();
    },
  });
  const first = devices.slice(0, NAMED).map(({ name }) => name);
  const others = devices.length - first.length;
  return (
    <DeleteDialog
      verb="Delete"
      name={devices.length === 1 ? (first[0] ?? "") : formatCount(devices.length, DEVICES)}
      objects={devices.length}
      explanation={`${first.join(", ")}${others > 0 ? ` and ${formatCount(others, ["other", "others"])}` : ""}. They can be restored from the trash, for 30 days with the history of their checks.`}
      consequences={preview.data === undefined ? undefined : consequencesOf(preview.data, ids.length)}
      isBusy={deletion.isPending}
      error={deletion.error ?? preview.error}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}

/** Across batches a link may be counted twice, so the figure is a bound. */
function consequencesOf(counts: ReadonlyMap<string, number>, devices: number): Consequence[] {
  const bound = devices > BATCH ? " at most" : "";
  return [...counts].flatMap(([kind, count]) => {
    const [one, many] = wordsOf(kind);
    return kind === "devices" ? [] : [{ what: [one + bound, many + bound] as const, count }];
  });
}
