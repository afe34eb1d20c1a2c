import type { Maintenance } from "../../api/maintenance";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { useDelete } from "./api";

/** Asks before a window goes. */
export function DeleteWindow({ window, onClose }: { window: Maintenance; onClose: () => void }) {
  const { mutate, isPending, error } = useDelete(onClose);
  return (
    <DeleteDialog
      verb="Delete"
      name={window.title}
      explanation={
        window.state === "running"
          ? "It runs: what it covers is watched as usual again at once."
          : "What is in the history of its devices stays."
      }
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(window)}
      onClose={onClose}
    />
  );
}
