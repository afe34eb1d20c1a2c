import { Anchor, Button, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/me";
import { sessionGate } from "../api/session-gate";
import { NarrowPage } from "../components/narrow-page/narrow-page";
import { StepDialog, type Step } from "../session/second-factor/step-dialog";
import { canUsePasskeys } from "../session/sign-in";

/**
 * All that is open to somebody whose role requires a second factor, until there is one; then the page that was asked
 * for.
 */
export function Enrolment({ onSignOut }: { onSignOut: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const goOn = () => {
    // What was refused meanwhile is asked again.
    queries.removeQueries({ predicate: ({ state }) => state.status === "error" });
    sessionGate.enrolled();
  };
  return (
    <NarrowPage
      title="Add a second factor"
      hint={`The role ${me.role} requires one. Everything else opens when you have added it.`}
    >
      <Stack gap="sm">
        <Button onClick={() => setStep({ kind: "add-totp" })}>Add an authenticator app</Button>
        {canUsePasskeys() && (
          <Button variant="default" onClick={() => setStep({ kind: "add-passkey" })}>
            Add a passkey
          </Button>
        )}
      </Stack>
      <p style={{ marginTop: 16 }}>
        Signed in as {me.username}.{" "}
        <Anchor component="button" type="button" onClick={onSignOut}>
          Sign out
        </Anchor>
      </p>
      {step !== null && (
        <StepDialog
          step={step}
          onClose={() => (step.kind === "show-codes" ? goOn() : setStep(null))}
          onCodes={(codes) => (codes === null ? goOn() : setStep({ kind: "show-codes", codes }))}
        />
      )}
    </NarrowPage>
  );
}
