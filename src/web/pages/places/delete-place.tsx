import { useQuery, useQueryClient } from "@tanstack/react-query";
import { wordsOf } from "../../components/dialog/consequences";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { tellUndoable } from "../../components/toast/tell-undoable";
import { formatCount } from "../../format/number";
import { deletionQuery, useDeletePlace, type Place } from "./api";

type Props = { place: Place; name: string; onClose: () => void };

/** Asks before a site or group goes; what lies in it stays, and it is said how much that is. */
export function DeletePlace({ place, name, onClose }: Props) {
  const queries = useQueryClient();
  const preview = useQuery(deletionQuery(place));
  const { mutate, isPending, error } = useDeletePlace((entryId) => {
    onClose();
    tellUndoable(queries, { text: `${name} deleted`, entryIds: [entryId] });
  });
  const kept = Object.entries(preview.data?.would_unassign ?? {})
    .filter(([, { count }]) => count > 0)
    .map(([kind, { count }]) => formatCount(count, wordsOf(kind)));
  const others = Object.entries(preview.data?.would_delete ?? {})
    .filter(([kind]) => kind !== "sites" && kind !== "groups")
    .map(([kind, { count }]) => ({ what: wordsOf(kind), count }));
  const explanation =
    kept.length === 0 ? "Nothing lies in it." : `What lies in it stays, without it: ${kept.join(", ")}.`;
  return (
    <DeleteDialog
      verb="Delete"
      name={`the ${place.kind} ${name}`}
      {...(preview.data !== undefined && { explanation })}
      consequences={preview.isPending ? undefined : others}
      isBusy={isPending}
      error={error ?? preview.error}
      onConfirm={() => mutate(place)}
      onClose={onClose}
    />
  );
}
