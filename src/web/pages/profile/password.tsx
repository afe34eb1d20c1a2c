import { Button, Checkbox, PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NewPasswordField } from "../../components/form/new-password-field";
import { passwordRule, required, sameAs } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { Section } from "../../components/page-head/section";
import { toasts } from "../../components/toast/toasts";
import { changePassword, keysQuery, sessionsQuery } from "./api";
import styles from "./profile.module.css";

/** A new password for oneself. All other sessions end with it. */
export function Password() {
  const [turn, setTurn] = useState(0);
  return (
    <Section title="Password" hint="Ends all your other sessions and reset links.">
      <PasswordForm key={turn} onDone={() => setTurn(turn + 1)} />
    </Section>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    initialValues: { current_password: "", new_password: "", again: "", revoke_api_keys: false },
    validate: {
      current_password: required("The current password"),
      new_password: passwordRule,
      again: sameAs("new_password"),
    },
    submit: ({ current_password, new_password, revoke_api_keys }) =>
      changePassword({ current_password, new_password, revoke_api_keys }),
    onDone: () => {
      toasts.tell("Password changed; your other sessions have ended");
      void queries.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      void queries.invalidateQueries({ queryKey: keysQuery().queryKey });
      onDone();
    },
  });
  const { fields } = form;
  return (
    <div className={styles.form}>
      <FormBody form={form} label="Change the password">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          key={fields.key("current_password")}
          {...fields.getInputProps("current_password")}
        />
        <NewPasswordField fields={fields} name="new_password" label="New password" />
        <PasswordInput
          label="New password again"
          autoComplete="new-password"
          key={fields.key("again")}
          {...fields.getInputProps("again")}
        />
        <Checkbox
          label="Revoke my API keys too"
          description="What uses them is refused from its next call on"
          key={fields.key("revoke_api_keys")}
          {...fields.getInputProps("revoke_api_keys", { type: "checkbox" })}
        />
        <div>
          <Button variant="default" type="submit" loading={form.isBusy}>
            Change password
          </Button>
        </div>
      </FormBody>
    </div>
  );
}
