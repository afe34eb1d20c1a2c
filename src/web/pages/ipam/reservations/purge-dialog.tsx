import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { tellUndoable } from "../../../components/toast/tell-undoable";
import { formatCount } from "../../../format/number";
import { reservationsQuery, useIpamChange } from "../api";
import { purgeExpired } from "../changes";

const EXPIRED = ["expired reservation", "expired reservations"] as const;

/** Takes expired reservations out of the list: those of every subnet, whichever is looked at. */
export function PurgeDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { data } = useQuery(reservationsQuery(undefined));
  const { mutate, isPending, error } = useIpamChange(purgeExpired, ({ answer, entryId }) => {
    tellUndoable(queries, { text: `${formatCount(answer.deleted, EXPIRED)} purged`, entryIds: [entryId] });
    onClose();
  });
  const expired = data?.filter(({ state }) => state === "expired").length;
  return (
    <DeleteDialog
      verb="Purge"
      name="expired reservations"
      explanation="Those of all subnets. Their addresses are free already; only the entries go."
      consequences={expired === undefined ? undefined : [{ what: EXPIRED, count: expired }]}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
