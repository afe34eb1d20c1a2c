import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { forgetDevices, type VersionedDevice } from "../../api/inventory";
import { wordsOf } from "../../components/dialog/consequences";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { tellUndoable } from "../../components/toast/tell-undoable";
import { deviceName } from "../../format/device";
import { formatCount } from "../../format/number";
import { deleteDevice, deletionQuery } from "./api";

type Props = { versioned: VersionedDevice; onClose: () => void };

/** Deletes the device that is shown, after saying what goes with it. */
export function DeleteDevice({ versioned: { device, etag }, onClose }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const preview = useQuery(deletionQuery(device.id));
  const name = deviceName(device);
  const deletion = useMutation({
    mutationFn: () => deleteDevice(device.id, etag),
    onSuccess({ entryId }) {
      tellUndoable(queries, { text: `${name} deleted`, entryIds: [entryId] });
      void navigate({ to: "/inventory" });
      void forgetDevices(queries);
    },
  });
  const consequences = preview.data && "would_delete" in preview.data ? preview.data.would_delete : undefined;
  const unassigned = preview.data && "would_unassign" in preview.data ? preview.data.would_unassign : {};
  const dependents = unassigned["dependencies"]?.count ?? 0;
  return (
    <DeleteDialog
      verb="Delete"
      name={name}
      explanation={`${dependents > 0 ? `${formatCount(dependents, ["device was", "devices were"])} chosen to depend on it. ` : ""}Events that name its addresses stay. It can be restored from the trash, for 30 days with the history of its checks.`}
      consequences={
        consequences &&
        Object.entries(consequences).flatMap(([kind, { count }]) =>
          kind === "devices" ? [] : [{ what: wordsOf(kind), count }],
        )
      }
      isBusy={deletion.isPending}
      error={deletion.error ?? preview.error}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}
