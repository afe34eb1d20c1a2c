import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newUuid } from "../../api/new-uuid";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { LongUndoPreview, undoneCountsText } from "../../components/long-undo/long-undo-preview";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import type { OnConflict } from "../../api/undo";
import { takeBack, undoPreviewQuery, type ImportSummary } from "./api";
import { Running } from "../../components/operation/running";

/** Shows what taking an import back would do, and does it. Draw it while it is open. */
export function UndoDialog({ taken, onClose }: { taken: ImportSummary; onClose: () => void }) {
  const queries = useQueryClient();
  const [onConflict, setOnConflict] = useState<OnConflict>("refuse");
  const preview = useQuery({
    ...undoPreviewQuery(taken.id, onConflict),
    placeholderData: (before) => before,
  });
  const undo = useMutation({
    mutationFn: (undoId: string) => takeBack(taken.id, onConflict, undoId),
    onSuccess({ counts }) {
      toasts.tell(`Taken back: ${undoneCountsText(counts)}`);
      onClose();
      void queries.invalidateQueries();
    },
  });
  const isReady = preview.data?.is_possible === true && !preview.isPlaceholderData;
  return (
    <Dialog
      title="Take the import back?"
      isOpen
      onClose={onClose}
      isDismissable={!undo.isPending}
      width={640}
    >
      <Stack gap="md">
        <p>The import of {taken.files.join(", ")}.</p>
        <QueryStates query={preview} what="what would be taken back" rows={3}>
          {(shown) => <LongUndoPreview shown={shown} onConflict={onConflict} onChoose={setOnConflict} />}
        </QueryStates>
        {undo.error !== null && <ErrorStrip error={undo.error} title="Cannot take it back" />}
        {undo.isPending ? (
          <Running sending="Asking for it" operationId={undo.variables} title="Taking it back" />
        ) : (
          <DialogActions
            onCancel={onClose}
            focused="cancel"
            isDisabled={!isReady}
            onAct={() => undo.mutate(newUuid())}
          >
            Take it back
          </DialogActions>
        )}
      </Stack>
    </Dialog>
  );
}
