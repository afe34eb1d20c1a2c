import { Button, Checkbox, PasswordInput } from "@mantine/core";
import { answerOf, api } from "../../api/client";
import { NewPasswordField } from "../../components/form/new-password-field";
import { passwordRule, sameAs } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { go } from "../../outside/go";
import { OutsideLink } from "../../outside/outside-link";
import { resetToken } from "../../session/reset-token";

export function ResetPasswordPage() {
  const token = resetToken.get();
  const form = useSubmitForm({
    initialValues: { new_password: "", again: "", revoke_api_keys: false },
    validate: { new_password: passwordRule, again: sameAs("new_password") },
    submit: ({ new_password, revoke_api_keys }) => {
      const body = { reset_token: token ?? "", new_password, revoke_api_keys };
      return answerOf(api.POST("/api/v1/auth/reset-password", { body }));
    },
    onDone: () => go("/sign-in?after=reset", { isReplacing: true }),
  });
  return (
    <NarrowPage title="Set a new password">
      {token === undefined ? (
        <p>Open the link of the mail again: it works once, and only from the mail.</p>
      ) : (
        <FormBody form={form} label="Set a new password">
          <NewPasswordField fields={form.fields} name="new_password" label="New password" />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            key={form.fields.key("again")}
            {...form.fields.getInputProps("again")}
          />
          <Checkbox
            label="Revoke my API keys too"
            key={form.fields.key("revoke_api_keys")}
            {...form.fields.getInputProps("revoke_api_keys", { type: "checkbox" })}
          />
          <Button type="submit" loading={form.isBusy}>
            Set password
          </Button>
        </FormBody>
      )}
      <p style={{ marginTop: 16 }}>
        <OutsideLink to="/forgot-password">Ask for another link</OutsideLink>
      </p>
    </NarrowPage>
  );
}
