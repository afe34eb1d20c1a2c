import { useQuery, useQueryClient } from "@tanstack/react-query";
import { wordsOf } from "../../../components/dialog/consequences";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { tellUndoable } from "../../../components/toast/tell-undoable";
import { formatCount } from "../../../format/number";
import { subnetDeletionQuery, useIpamChange } from "../api";
import { deleteSubnet } from "../changes";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

type Props = { subnet: Subnet; view: IpamView; onClose: () => void };

/** Asks before a subnet goes, and says what loses it. */
export function DeleteSubnet({ subnet, view, onClose }: Props) {
  const queries = useQueryClient();
  const preview = useQuery(subnetDeletionQuery(subnet.id));
  const { mutate, isPending, error } = useIpamChange(deleteSubnet, ({ entryId }) => {
    onClose();
    view.openOverview();
    tellUndoable(queries, { text: `${subnet.cidr} deleted`, entryIds: [entryId] });
  });
  const kept = preview.data?.would_unassign["reservations"]?.count ?? 0;
  const explanation = [
    `“${subnet.name}” leaves the address plan. Subnets in it are kept.`,
    ...(kept === 0
      ? []
      : [`${formatCount(kept, ["reservation stays", "reservations stay"])}, without a subnet.`]),
  ].join(" ");
  const others = Object.entries(preview.data?.would_delete ?? {}).filter(([kind]) => kind !== "subnets");
  const consequences = others.map(([kind, { count }]) => ({ what: wordsOf(kind), count }));
  return (
    <DeleteDialog
      verb="Delete"
      name={subnet.cidr}
      explanation={explanation}
      consequences={preview.isPending ? undefined : consequences}
      isBusy={isPending}
      error={error ?? preview.error}
      onConfirm={() => mutate(subnet)}
      onClose={onClose}
    />
  );
}
