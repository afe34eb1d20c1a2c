import { PasswordInput } from "@mantine/core";
import { Dialog } from "../../components/dialog/dialog";
import { FormActions } from "../../components/form/form-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import type { Proof } from "./api";

type Props<Answer> = {
  title: string;
  hint?: string;
  verb: string;
  submit: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

/** Asks for the password before the second factor is changed: an open session alone must not be enough. */
export function ProofDialog<Answer>({ title, hint, verb, submit, onDone, onClose }: Props<Answer>) {
  const form = useSubmitForm({
    initialValues: { password: "" },
    validate: { password: required("The password") },
    submit,
    onDone,
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        {hint !== undefined && <p>{hint}</p>}
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          key={form.fields.key("password")}
          {...form.fields.getInputProps("password")}
        />
        <FormActions isBusy={form.isBusy} onCancel={onClose}>
          {verb}
        </FormActions>
      </FormBody>
    </Dialog>
  );
}
