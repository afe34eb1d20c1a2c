import { Anchor, Button, Checkbox, PasswordInput } from "@mantine/core";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client";
import { NewPasswordField } from "../../components/form/new-password-field";
import { passwordRule, sameAs } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { resetToken } from "../../session/reset-token";

function ResetPasswordPage() {
  const token = resetToken.get();
  const navigate = useNavigate();
  const form = useSubmitForm({
    initialValues: { new_password: "", again: "", revoke_api_keys: false },
    validate: { new_password: passwordRule, again: sameAs("new_password") },
    submit: ({ new_password, revoke_api_keys }) => {
      const body = { reset_token: token ?? "", new_password, revoke_api_keys };
      return answerOf(api.POST("/api/v1/auth/reset-password", { body }));
    },
    onDone: () => void navigate({ to: "/sign-in", search: { after: "reset" }, replace: true }),
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
        <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
          Ask for another link
        </Anchor>
      </p>
    </NarrowPage>
  );
}

export const Route = createLazyRoute("/reset-password")({ component: ResetPasswordPage });
