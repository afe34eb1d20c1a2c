import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OnConflict } from "../../api/undo";
import { UndoPreview } from "../../components/audit-entry/undo-preview";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { tellUndoable } from "../../components/toast/tell-undoable";
import { formatCount } from "../../format/number";
import { restore, restorePreviewQuery, type TrashItem } from "./api";

type Props = { items: readonly TrashItem[]; onDone: () => void; onClose: () => void };

/** Shows what would come back, and what stands against it, and brings it back. Draw it while it is open. */
export function RestoreSelectedDialog({ items, onDone, onClose }: Props) {
  const queries = useQueryClient();
  const ids = items.map(({ audit_id: id }) => id);
  const [onConflict, setOnConflict] = useState<OnConflict>("refuse");
  const preview = useQuery({
    ...restorePreviewQuery(ids, onConflict),
    placeholderData: (before) => before,
  });
  const restoring = useMutation({
    mutationFn: () => restore(ids, onConflict),
    onSuccess({ objects, undo_audit_ids: entryIds }) {
      tellUndoable(queries, {
        text: `${formatCount(objects.length, ["thing", "things"])} restored`,
        entryIds,
      });
      onDone();
      void queries.invalidateQueries();
    },
  });
  const isReady = preview.data?.is_possible === true && !preview.isPlaceholderData;
  const what = items.length === 1 ? (items[0]?.name ?? "it") : formatCount(items.length, ["thing", "things"]);
  return (
    <Dialog title={`Restore ${what}?`} isOpen onClose={onClose} width={640}>
      <Stack gap="md">
        <QueryStates query={preview} what="what would come back" rows={4}>
          {(shown) => <UndoPreview shown={shown} onConflict={onConflict} onChoose={setOnConflict} />}
        </QueryStates>
        {restoring.error !== null && <ErrorStrip error={restoring.error} title="Cannot restore it" />}
        <DialogActions
          onCancel={onClose}
          focused="cancel"
          onAct={() => restoring.mutate()}
          isBusy={restoring.isPending}
          isDisabled={!isReady}
        >
          Restore
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
