import { NativeSelect, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newUuid } from "../../api/new-uuid";
import { LostList } from "../../components/audit-entry/lost-list";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { formatCount, formatNumber } from "../../format/number";
import type { OnConflict } from "../../api/undo";
import { takeBack, undoPreviewQuery, type ImportSummary, type Undo } from "./api";
import styles from "./moving-in.module.css";
import { Running } from "./running";

const CHOICES: readonly { value: OnConflict; label: string }[] = [
  { value: "refuse", label: "Take nothing back" },
  { value: "keep", label: "Keep it, and take the rest back" },
  { value: "overwrite", label: "Take it back, too" },
];

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
      toasts.tell(`Taken back: ${textOf(counts)}`);
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
          {(shown) => <Preview shown={shown} onConflict={onConflict} onChoose={setOnConflict} />}
        </QueryStates>
        {undo.error !== null && <ErrorStrip error={undo.error} title="Cannot take it back" />}
        {undo.isPending ? (
          <Running operationId={undo.variables} title="Taking it back" />
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

function textOf({ removed, changed, restored }: Undo["counts"]): string {
  const parts = [
    [removed, "removed"],
    [changed, "changed back"],
    [restored, "restored"],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${formatNumber(count)} ${word}`]));
  return told.join(", ") || "nothing";
}

type PreviewProps = { shown: Undo; onConflict: OnConflict; onChoose: (choice: OnConflict) => void };

const MAX_SHOWN = 20;

function Preview({ shown, onConflict, onChoose }: PreviewProps) {
  const { counts, conflicts, conflict_count: count, lost } = shown;
  return (
    <>
      <p role="status">{textOf(counts)}.</p>
      {count > 0 && (
        <section>
          <h3 className={styles.heading}>{formatCount(count, ["conflict", "conflicts"])}</h3>
          <ul className={styles.list}>
            {conflicts.slice(0, MAX_SHOWN).map(({ target, name, field, message }) => (
              <li key={`${target} ${field} ${message}`}>{name === null ? message : `${name}: ${message}`}</li>
            ))}
            {count > MAX_SHOWN && <li>and {formatNumber(count - MAX_SHOWN)} more</li>}
          </ul>
          <NativeSelect
            label="What was changed since"
            data={CHOICES}
            value={onConflict}
            onChange={({ currentTarget: { value } }) =>
              onChoose(CHOICES.find((one) => one.value === value)?.value ?? "refuse")
            }
          />
        </section>
      )}
      <LostList lost={lost} />
    </>
  );
}
