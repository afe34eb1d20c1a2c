import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { takeBack, undoPreviewQuery, type OnConflict, type Undo } from "../../api/undo";
import { formatCount } from "../../format/number";
import { wordsOf } from "../dialog/consequences";
import { Dialog } from "../dialog/dialog";
import { DialogActions } from "../dialog/dialog-actions";
import { ErrorStrip } from "../states/error-state";
import { QueryStates } from "../states/query-states";
import { undoneText } from "../toast/bring-back";
import { tellUndoable } from "../toast/tell-undoable";
import styles from "./restore-dialog.module.css";
import { shownValue } from "./shown-value";

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
          {(shown) => <Preview shown={shown} onConflict={onConflict} onChoose={setOnConflict} />}
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

const CHOICES = [
  ["keep", "It stays as it is now"],
  ["overwrite", "It goes back, too"],
] as const;

type PreviewProps = { shown: Undo; onConflict: OnConflict; onChoose: (choice: OnConflict) => void };

function Preview({ shown, onConflict, onChoose }: PreviewProps) {
  const { objects, lost } = shown;
  const changed = shown.conflicts.filter((one) => one.code === "changed_since");
  const others = shown.conflicts.filter((one) => one.code !== "changed_since");
  return (
    <>
      {objects.length > 0 && <Objects objects={objects} />}
      {changed.length > 0 && (
        <section>
          <h3 className={styles.heading}>Changed since by somebody</h3>
          <ul className={styles.list}>
            {changed.map(({ target, field, now, before }) => (
              <li key={`${target} ${field}`}>
                {wordOf(field)}: is {shownValue(now)} now, was {shownValue(before)} before
              </li>
            ))}
          </ul>
          <fieldset className={styles.choice}>
            <legend>What is to become of it?</legend>
            {CHOICES.map(([value, label]) => (
              <label key={value}>
                <input
                  type="radio"
                  name="on-conflict"
                  checked={onConflict === value}
                  onChange={() => onChoose(value)}
                />{" "}
                {label}
              </label>
            ))}
          </fieldset>
        </section>
      )}
      {others.length > 0 && (
        <section role="alert">
          <h3 className={styles.heading}>This stands against it</h3>
          <ul className={styles.list}>
            {others.map(({ target, name, field, message }) => (
              <li key={`${target} ${field} ${message}`}>{name === null ? message : `${name}: ${message}`}</li>
            ))}
          </ul>
        </section>
      )}
      {lost.length > 0 && (
        <section>
          <h3 className={styles.heading}>This does not come back</h3>
          <ul className={styles.list}>
            {lost.map(({ kind, count, reason }) => (
              <li key={`${kind} ${reason}`}>
                {kind === "history" ? reason : `${formatCount(count, wordsOf(kind))}: ${reason}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const MAX_SHOWN = 20;

const OUTCOMES: Readonly<Record<Undo["objects"][number]["outcome"], string>> = {
  restored: "comes back",
  changed: "changes back",
  removed: "is removed",
};

function Objects({ objects }: Pick<Undo, "objects">) {
  return (
    <section>
      <h3 className={styles.heading}>This happens</h3>
      <ul className={styles.list}>
        {objects.slice(0, MAX_SHOWN).map(({ target, name, outcome, fields, with: along }) => (
          <li key={`${target} ${outcome}`}>
            <strong>{name ?? target}</strong> {OUTCOMES[outcome]}
            {withText(along)}
            {fields.length > 0 && (
              <ul className={styles.list}>
                {fields.map(({ field, now, before }) => (
                  <li key={field}>
                    {wordOf(field)}: {shownValue(now)} → <strong>{shownValue(before)}</strong>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {objects.length > MAX_SHOWN && (
        <p>and {formatCount(objects.length - MAX_SHOWN, ["other thing", "other things"])}</p>
      )}
    </section>
  );
}

function withText(along: Readonly<Record<string, number>>): string {
  const parts = Object.entries(along).map(([kind, count]) => formatCount(count, wordsOf(kind)));
  return parts.length === 0 ? "" : ` with ${parts.join(", ")}`;
}

function wordOf(field: string | null): string {
  return (field ?? "it").replace(/^custom_attributes\./, "").replaceAll("_", " ");
}
