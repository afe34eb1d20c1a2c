import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { answerOf, api } from "../../api/client";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { OutsideLink } from "../../outside/outside-link";

export function ForgotPasswordPage() {
  const [isSent, setIsSent] = useState(false);
  const form = useSubmitForm({
    initialValues: { username_or_email: "" },
    validate: { username_or_email: required("The user name or mail address") },
    submit: (body) => answerOf(api.POST("/api/v1/auth/forgot-password", { body })),
    onDone: () => setIsSent(true),
  });
  return (
    <NarrowPage title="Forgot the password">
      {isSent ? (
        <p role="status">
          If there is such a user with a mail address, a link to set a new password is on its way. Nothing in
          the inbox? An administrator can set the password too.
        </p>
      ) : (
        <FormBody form={form} label="Forgot the password">
          <TextInput
            label="User name or mail address"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            key={form.fields.key("username_or_email")}
            {...form.fields.getInputProps("username_or_email")}
          />
          <Button type="submit" loading={form.isBusy}>
            Send the link
          </Button>
        </FormBody>
      )}
      <p style={{ marginTop: 16 }}>
        <OutsideLink to="/sign-in">Back to sign-in</OutsideLink>
      </p>
    </NarrowPage>
  );
}
