import { Stack } from "@mantine/core";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { SecretText } from "../../components/value/secret-text";

/** Shown once; closed by hand only. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Keep your recovery codes" isOpen isDismissable={false} onClose={onClose}>
      <Stack gap="lg">
        <p>Each signs in once in place of the second factor. This is the only time that they are shown.</p>
        <SecretText text={codes.join("\n")} label="recovery codes" />
        <DialogActions onAct={onClose}>I have kept them</DialogActions>
      </Stack>
    </Dialog>
  );
}
