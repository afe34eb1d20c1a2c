import { Button, Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import { secondFactorQuery, type Passkey } from "../../session/second-factor/api";
import { StepDialog, type Step } from "../../session/second-factor/step-dialog";
import { canUsePasskeys } from "../../session/sign-in";

const passkeyColumns = (onRemove: (passkey: Passkey) => void): readonly SimpleColumn<Passkey>[] => [
  { id: "name", label: "Passkey", cell: ({ name }) => name },
  { id: "created", label: "Added", cell: ({ created_at: at }) => <TimeValue at={at} /> },
  { id: "used", label: "Last used", cell: ({ last_used_at: at }) => <TimeValue at={at} absent="never" /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (passkey) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Remove the passkey ${passkey.name}`}
        onClick={() => onRemove(passkey)}
      >
        Remove
      </Button>
    ),
  },
];

/** Authenticator app, passkeys and recovery codes. */
export function SecondFactor() {
  const query = useQuery(secondFactorQuery());
  const queries = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const close = () => {
    setStep(null);
    void queries.invalidateQueries({ queryKey: secondFactorQuery().queryKey });
  };
  const showCodes = (codes: readonly string[] | null) =>
    codes === null ? close() : setStep({ kind: "show-codes", codes });
  return (
    <Section
      title="Second factor"
      hint="Asked for after the password, so that the password alone opens nothing."
    >
      <QueryStates query={query} what="the second factor" rows={2}>
        {({ totp_enabled_at: since, passkeys, recovery_codes_left: codesLeft }) => (
          <>
            <Group gap="sm" my="sm">
              {since === null ? (
                <Button size="xs" variant="default" onClick={() => setStep({ kind: "add-totp" })}>
                  Add an authenticator app
                </Button>
              ) : (
                <>
                  <span>
                    Authenticator app since <TimeValue at={since} />
                  </span>
                  <Button size="xs" variant="default" onClick={() => setStep({ kind: "remove-totp" })}>
                    Remove the app
                  </Button>
                </>
              )}
              {canUsePasskeys() && (
                <Button size="xs" variant="default" onClick={() => setStep({ kind: "add-passkey" })}>
                  Add a passkey
                </Button>
              )}
              {(since !== null || passkeys.length > 0) && (
                <>
                  <span>{formatCount(codesLeft, ["recovery code", "recovery codes"])} left</span>
                  <Button size="xs" variant="default" onClick={() => setStep({ kind: "new-codes" })}>
                    New recovery codes
                  </Button>
                </>
              )}
            </Group>
            {passkeys.length > 0 && (
              <SimpleTable
                label="Passkeys"
                columns={passkeyColumns((passkey) => setStep({ kind: "remove-passkey", passkey }))}
                rows={passkeys}
                rowId={({ id }) => id}
              />
            )}
          </>
        )}
      </QueryStates>
      {step !== null && <StepDialog step={step} onClose={close} onCodes={showCodes} />}
    </Section>
  );
}
