import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import { RequestFailure } from "../../api/request-failure";
import { setupQuery } from "../../api/service";
import { NewPasswordField } from "../../components/form/new-password-field";
import { passwordRule, sameAs, userNameRule } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { go, useEnter } from "../../outside/go";
import { setupToken } from "../../session/setup-token";
import { signInWithPassword } from "../../session/sign-in";
import { stringifySearch } from "../../url/search-params";

type NewAdmin = { username: string; password: string; again: string; setup_token: string };

/** What the service needs to know; a token is sent wherever there is one, as it may be asked for by then. */
async function createAdmin({ username, password, setup_token }: NewAdmin): Promise<{ isSignedIn: boolean }> {
  const body = { username, password, setup_token: setup_token.trim() || null };
  await answerOf(api.POST("/api/v1/setup/admin", { body }));
  const isSignedIn = await signInWithPassword({ username, password }).then(
    ({ kind }) => kind === "signed-in",
    () => false,
  );
  return { isSignedIn };
}

export function FirstRunPage() {
  const queries = useQueryClient();
  const enter = useEnter();
  const { data: setup } = useQuery(setupQuery());
  const form = useSubmitForm<NewAdmin, { isSignedIn: boolean }>({
    initialValues: { username: "", password: "", again: "", setup_token: setupToken.get() },
    validate: {
      username: userNameRule,
      password: passwordRule,
      again: sameAs("password"),
      setup_token: (value) =>
        setup?.token_required && value.trim() === "" ? "The setup token is missing" : null,
    },
    async submit(values) {
      try {
        return await createAdmin(values);
      } catch (error) {
        // The time in which no token was needed may have ended meanwhile.
        if (error instanceof RequestFailure && error.status === 403)
          await queries.invalidateQueries(setupQuery());
        throw error;
      }
    },
    onDone({ isSignedIn }, { username }) {
      if (isSignedIn) void enter("/");
      else go(`/sign-in${stringifySearch({ user: username })}`, { isReplacing: true });
    },
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
        {setup?.token_required && (
          <PasswordInput
            label="Setup token"
            description="This shows that the service is yours: its start printed a link with the token, and it is in the file setup-token of the data directory."
            autoComplete="off"
            key={fields.key("setup_token")}
            {...fields.getInputProps("setup_token")}
          />
        )}
        <Button type="submit" loading={form.isBusy}>
          Create administrator
        </Button>
      </FormBody>
    </NarrowPage>
  );
}
