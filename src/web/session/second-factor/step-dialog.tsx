import { makeRecoveryCodes, removePasskey, removeTotp, type Passkey } from "./api";
import { PasskeyDialog } from "./passkey-dialog";
import { ProofDialog } from "./proof-dialog";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { TotpDialog } from "./totp-dialog";

/** What is being done to the own second factor. */
export type Step =
  | { kind: "add-totp" | "add-passkey" | "remove-totp" | "new-codes" }
  | { kind: "remove-passkey"; passkey: Passkey }
  | { kind: "show-codes"; codes: readonly string[] };

type StepProps = { step: Step; onClose: () => void; onCodes: (codes: readonly string[] | null) => void };

/** The dialog of a step. `onCodes` gets the recovery codes that came with a first factor. */
export function StepDialog({ step, onClose, onCodes }: StepProps) {
  switch (step.kind) {
    case "add-totp":
      return <TotpDialog onClose={onClose} onDone={onCodes} />;
    case "add-passkey":
      return <PasskeyDialog onClose={onClose} onDone={onCodes} />;
    case "remove-totp":
      return (
        <ProofDialog
          title="Remove the authenticator app"
          verb="Remove"
          submit={removeTotp}
          onDone={onClose}
          onClose={onClose}
        />
      );
    case "remove-passkey":
      return (
        <ProofDialog
          title={`Remove the passkey ${step.passkey.name}`}
          verb="Remove"
          submit={(proof) => removePasskey(step.passkey, proof)}
          onDone={onClose}
          onClose={onClose}
        />
      );
    case "new-codes":
      return (
        <ProofDialog
          title="Make new recovery codes"
          hint="The codes that you have now stop working."
          verb="Make codes"
          submit={makeRecoveryCodes}
          onDone={({ recovery_codes: codes }) => onCodes(codes)}
          onClose={onClose}
        />
      );
    case "show-codes":
      return <RecoveryCodesDialog codes={step.codes} onClose={onClose} />;
  }
}
