import { Anchor, Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormSummary } from "../components/form/form-summary";
import { FormBody, useSubmitForm } from "../components/form/submit-form";
import { required } from "../components/form/rules";
import { answerChallenge, answerChallengeWithPasskey, canUsePasskeys, type Challenge } from "./sign-in";

type Props = { challenge: Challenge; onSignedIn: () => void; onBack: () => void };

const CODES = {
  totp: {
    label: "Code of your authenticator app",
    other: "Use a recovery code",
    wrong:
      "This is not the code that the app shows now. Each code works once; the clock of the phone must be right.",
    autoComplete: "one-time-code",
  },
  recovery_code: {
    label: "Recovery code",
    other: "Use the authenticator app",
    wrong: "This is none of your recovery codes, or it was used before",
    autoComplete: "off",
  },
} as const;

/** The second step of a sign-in, by what the user has enrolled. */
export function SecondFactorForm({ challenge, onSignedIn, onBack }: Props) {
  const has = (method: Challenge["methods"][number]) => challenge.methods.includes(method);
  const [method, setMethod] = useState<"totp" | "recovery_code">(has("totp") ? "totp" : "recovery_code");
  const other = method === "totp" ? "recovery_code" : "totp";
  const hasPasskey = has("passkey") && canUsePasskeys();
  return (
    <>
      {hasPasskey && <PasskeyAnswer challenge={challenge} onSignedIn={onSignedIn} />}
      {has(method) && <CodeForm key={method} method={method} challenge={challenge} onSignedIn={onSignedIn} />}
      <Group justify="space-between" mt="lg">
        <Anchor component="button" type="button" onClick={onBack}>
          Back
        </Anchor>
        {has(method) && has(other) && (
          <Anchor component="button" type="button" onClick={() => setMethod(other)}>
            {CODES[method].other}
          </Anchor>
        )}
      </Group>
    </>
  );
}

function CodeForm({
  method,
  challenge,
  onSignedIn,
}: {
  method: keyof typeof CODES;
  challenge: Challenge;
  onSignedIn: () => void;
}) {
  const { label, autoComplete } = CODES[method];
  const form = useSubmitForm({
    initialValues: { code: "" },
    validate: { code: required("The code") },
    submit: ({ code }) => answerChallenge(challenge, { method, code }),
    proof: { field: "code", message: CODES[method].wrong },
    onDone: onSignedIn,
  });
  return (
    <FormBody form={form} label="Second factor">
      <TextInput
        label={label}
        autoComplete={autoComplete}
        inputMode={method === "totp" ? "numeric" : "text"}
        autoFocus
        classNames={{ input: "mono" }}
        key={form.fields.key("code")}
        {...form.fields.getInputProps("code")}
      />
      <Button type="submit" loading={form.isBusy}>
        Sign in
      </Button>
    </FormBody>
  );
}

function PasskeyAnswer({ challenge, onSignedIn }: Pick<Props, "challenge" | "onSignedIn">) {
  const passkey = useMutation({
    mutationFn: () => answerChallengeWithPasskey(challenge),
    onSuccess: onSignedIn,
  });
  return (
    <>
      <FormSummary error={passkey.error} messages={passkey.error === null ? [] : [passkey.error.message]} />
      <Button
        fullWidth
        my="lg"
        variant="default"
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        Use your passkey
      </Button>
    </>
  );
}
