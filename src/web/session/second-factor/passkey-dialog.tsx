import { TextInput } from "@mantine/core";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { addPasskey } from "./api";
import { toProof } from "./proof";
import { ProofInput, proofRequired, WRONG_PROOF } from "./proof-input";

type Props = { onClose: () => void; onDone: (codes: readonly string[] | null) => void };

/** Names a new passkey, then has the browser make it. */
export function PasskeyDialog({ onClose, onDone }: Props) {
  const form = useSubmitForm({
    initialValues: { name: "", proof: "" },
    validate: { name: required("The name"), proof: proofRequired },
    submit: ({ name, proof }) => addPasskey({ name, ...toProof(proof) }),
    proof: { field: "proof", message: WRONG_PROOF },
    onDone: ({ recovery_codes: codes }) => onDone(codes),
  });
  const { fields } = form;
  return (
    <Dialog title="Add a passkey" isOpen onClose={onClose}>
      <FormBody form={form} label="Add a passkey">
        <TextInput
          label="Name"
          description="Where it lives, such as “laptop”"
          maxLength={100}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <ProofInput key={fields.key("proof")} {...fields.getInputProps("proof")} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Add passkey
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
