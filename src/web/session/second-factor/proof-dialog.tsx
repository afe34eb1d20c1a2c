import { Button, Group, PasswordInput } from "@mantine/core";
import { Dialog } from "../../components/dialog/dialog";
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
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {verb}
          </Button>
        </Group>
      </FormBody>
    </Dialog>
  );
}
