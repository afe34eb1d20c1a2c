import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { useRevokeOwnedKey, type OwnedKey } from "./api";

export function RevokeDialog({ owned, onClose }: { owned: OwnedKey; onClose: () => void }) {
  const { mutate, isPending, error } = useRevokeOwnedKey(onClose);
  return (
    <DeleteDialog
      verb="Revoke"
      isFinal
      name={`the API key “${owned.name}” of ${owned.username}`}
      explanation="What uses this key is refused from its next call on."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(owned)}
      onClose={onClose}
    />
  );
}
