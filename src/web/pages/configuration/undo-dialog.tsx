import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OnConflict } from "../../api/undo";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { LongUndoPreview, undoneCountsText } from "../../components/long-undo/long-undo-preview";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { takeBack, undoPreviewQuery, type Apply } from "./api";
import { countsText } from "./words";

/** Shows what taking an apply back would do, and does it. Draw it while it is open. */
export function UndoDialog({ apply, onClose }: { apply: Apply; onClose: () => void }) {
  const queries = useQueryClient();
  const [onConflict, setOnConflict] = useState<OnConflict>("refuse");
  const preview = useQuery({
    ...undoPreviewQuery(apply.id, onConflict),
    placeholderData: (before) => before,
  });
  const undo = useMutation({
    mutationFn: () => takeBack(apply.id, onConflict),
    onSuccess({ counts }) {
      toasts.tell(`Taken back: ${undoneCountsText(counts)}`);
      onClose();
      void queries.invalidateQueries();
    },
  });
  const isReady = preview.data?.is_possible === true && !preview.isPlaceholderData;
  return (
    <Dialog title="Take the apply back?" isOpen onClose={onClose} isDismissable={!undo.isPending} width={640}>
      <Stack gap="md">
        <p>It was: {countsText(apply.counts, { isDone: true })}.</p>
        <QueryStates query={preview} what="what would be taken back" rows={3}>
          {(shown) => <LongUndoPreview shown={shown} onConflict={onConflict} onChoose={setOnConflict} />}
        </QueryStates>
        {undo.error !== null && <ErrorStrip error={undo.error} title="Cannot take it back" />}
        <DialogActions
          onCancel={onClose}
          focused="cancel"
          isBusy={undo.isPending}
          isDisabled={!isReady}
          onAct={() => undo.mutate()}
        >
          Take it back
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
