import { Button, PasswordInput, TextInput } from "@mantine/core";
import { createLazyRoute, useNavigate } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client";
import { NewPasswordField } from "../../components/form/new-password-field";
import { passwordRule, sameAs } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { NarrowPage } from "../../components/narrow-page/narrow-page";

function FirstRunPage() {
  const navigate = useNavigate();
  const form = useSubmitForm({
    initialValues: { username: "", password: "", again: "" },
    validate: {
      username: (value) =>
        /^[A-Za-z0-9_.-]{3,80}$/.test(value) ? null : "3 to 80 letters, digits, dots, hyphens or underscores",
      password: passwordRule,
      again: sameAs("password"),
    },
    submit: ({ username, password }) =>
      answerOf(api.POST("/api/v1/setup/admin", { body: { username, password } })),
    onDone: ({ username }) => void navigate({ to: "/sign-in", search: { user: username }, replace: true }),
  });
  const { fields } = form;
  return (
    <NarrowPage
      title="Create the first administrator"
      hint="This user may do everything, and makes the others. The name cannot be changed later."
    >
      <FormBody form={form} label="Create the first administrator">
        <TextInput
          label="User name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          key={fields.key("username")}
          {...fields.getInputProps("username")}
        />
        <NewPasswordField fields={fields} name="password" label="Password" />
        <PasswordInput
          label="Password again"
          autoComplete="new-password"
          key={fields.key("again")}
          {...fields.getInputProps("again")}
        />
        <Button type="submit" loading={form.isBusy}>
          Create administrator
        </Button>
      </FormBody>
    </NarrowPage>
  );
}

export const Route = createLazyRoute("/first-run")({ component: FirstRunPage });
