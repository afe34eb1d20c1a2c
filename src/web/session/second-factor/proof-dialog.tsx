import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import type { Proof } from "./api";
import { toProof } from "./proof";
import { ProofInput, proofRequired, WRONG_PROOF } from "./proof-input";

type Props<Answer> = {
  title: string;
  hint?: string;
  verb: string;
  submit: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

/**
 * Asks for the password, or for a code where there is none, before the second factor is changed: an open session alone
 * must not be enough.
 */
export function ProofDialog<Answer>({ title, hint, verb, submit, onDone, onClose }: Props<Answer>) {
  const form = useSubmitForm({
    initialValues: { proof: "" },
    validate: { proof: proofRequired },
    submit: ({ proof }) => submit(toProof(proof)),
    proof: { field: "proof", message: WRONG_PROOF },
    onDone,
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        {hint !== undefined && <p>{hint}</p>}
        <ProofInput data-autofocus key={form.fields.key("proof")} {...form.fields.getInputProps("proof")} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {verb}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
