import { Dialog } from "../components/dialog/dialog";
import { DialogActions } from "../components/dialog/dialog-actions";

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog title="Leave without saving?" isOpen onClose={onStay}>
      <p>What you changed on this page is not saved.</p>
      <DialogActions
        mt="lg"
        onCancel={onStay}
        cancelLabel="Stay"
        focused="cancel"
        onAct={onLeave}
        isDangerous
      >
        Leave
      </DialogActions>
    </Dialog>
  );
}
