import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { takeBack, undoPreviewQuery, type OnConflict } from "../../api/undo";
import { Dialog } from "../dialog/dialog";
import { DialogActions } from "../dialog/dialog-actions";
import { ErrorStrip } from "../states/error-state";
import { QueryStates } from "../states/query-states";
import { undoneText } from "../toast/bring-back";
import { tellUndoable } from "../toast/tell-undoable";
import { UndoPreview } from "./undo-preview";

type Props = {
  entryId: number;
  /** What the entry says. */
  sentence: string;
  onClose: () => void;
};

/** Shows what taking an entry of the audit log back would do, and does it. Draw it while it is open. */
export function RestoreDialog({ entryId, sentence, onClose }: Props) {
  const queries = useQueryClient();
  const [onConflict, setOnConflict] = useState<OnConflict>("refuse");
  const preview = useQuery({
    ...undoPreviewQuery(entryId, onConflict),
    placeholderData: (before) => before,
  });
  const undo = useMutation({
    mutationFn: () => takeBack(entryId, { onConflict }),
    onSuccess(done) {
      tellUndoable(queries, { text: undoneText([done]), entryIds: [done.undo_audit_id] });
      onClose();
      void queries.invalidateQueries();
    },
  });
  const isReady = preview.data?.is_possible === true && !preview.isPlaceholderData;
  return (
    <Dialog title="Restore what was before?" isOpen onClose={onClose} width={640}>
      <Stack gap="md">
        <p>{sentence}.</p>
        <QueryStates query={preview} what="what would come back" rows={4}>
          {(shown) => <UndoPreview shown={shown} onConflict={onConflict} onChoose={setOnConflict} />}
        </QueryStates>
        {undo.error !== null && <ErrorStrip error={undo.error} title="Cannot restore it" />}
        <DialogActions
          onCancel={onClose}
          focused="cancel"
          onAct={() => undo.mutate()}
          isBusy={undo.isPending}
          isDisabled={!isReady}
        >
          Restore
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
