import { Anchor, Button, Divider, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { ssoStatusQuery } from "../api/service";
import { FormSummary } from "../components/form/form-summary";
import { FormBody, useSubmitForm } from "../components/form/submit-form";
import { required } from "../components/form/rules";
import { KeyIcon } from "../theme/icons";
import { ICON } from "../theme/tokens";
import { canUsePasskeys, signInWithPasskey, signInWithPassword, type Challenge } from "./sign-in";
import { SsoButton } from "./sso-button";

const SecondFactorForm = lazy(() =>
  import("./second-factor-form").then((module) => ({ default: module.SecondFactorForm })),
);

type Props = {
  /** Filled in, and not to be changed where `isFixed`. */
  username?: string;
  isFixed?: boolean;
  /** Where the provider's sign-in leads; without it that one opens in another tab, and this page stays. */
  returnTo?: string;
  onSignedIn: () => void;
};

/** Name and password, then the second factor where the user has one; or a passkey alone; or the identity provider. */
export function SignInForm({ returnTo, onSignedIn, ...user }: Props) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [isLocal, setIsLocal] = useState(false);
  const { data: sso } = useQuery(ssoStatusQuery());
  if (challenge !== null) {
    return (
      <Suspense>
        <SecondFactorForm challenge={challenge} onSignedIn={onSignedIn} onBack={() => setChallenge(null)} />
      </Suspense>
    );
  }
  if (sso?.require_sso && !isLocal) {
    return (
      <Stack gap="lg">
        <SsoButton provider={sso.provider_name} returnTo={returnTo} isPrimary />
        <Anchor component="button" type="button" onClick={() => setIsLocal(true)}>
          Sign in without it, as an administrator
        </Anchor>
      </Stack>
    );
  }
  const hasProvider = sso?.enabled === true;
  return (
    <>
      <PasswordForm {...user} onSignedIn={onSignedIn} onChallenge={setChallenge} />
      {(hasProvider || canUsePasskeys()) && <Divider label="or" my="lg" />}
      <Stack gap="sm">
        {hasProvider && <SsoButton provider={sso.provider_name} returnTo={returnTo} isPrimary={false} />}
        {canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
      </Stack>
    </>
  );
}

type PasswordProps = Pick<Props, "username" | "isFixed" | "onSignedIn"> & {
  onChallenge: (challenge: Challenge) => void;
};

function PasswordForm({ username = "", isFixed = false, onSignedIn, onChallenge }: PasswordProps) {
  const form = useSubmitForm({
    initialValues: { username, password: "" },
    validate: { username: required("The user name"), password: required("The password") },
    submit: signInWithPassword,
    onDone: (step) => (step.kind === "signed-in" ? onSignedIn() : onChallenge(step.challenge)),
  });
  const { fields } = form;
  return (
    <FormBody form={form} label="Sign in">
      <TextInput
        label="User name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isFixed}
        data-autofocus={username === "" || undefined}
        autoFocus={username === ""}
        key={fields.key("username")}
        {...fields.getInputProps("username")}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus={username !== "" || undefined}
        autoFocus={username !== ""}
        key={fields.key("password")}
        {...fields.getInputProps("password")}
      />
      <Button type="submit" loading={form.isBusy}>
        Sign in
      </Button>
    </FormBody>
  );
}

function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  return (
    <>
      <FormSummary error={passkey.error} messages={passkey.error === null ? [] : [passkey.error.message]} />
      <Button
        variant="default"
        fullWidth
        leftSection={<KeyIcon {...ICON} />}
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}
