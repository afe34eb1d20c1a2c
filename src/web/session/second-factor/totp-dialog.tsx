import { Anchor, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Model } from "../../api/client";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { SecretText } from "../../components/value/secret-text";
import { confirmTotp, startTotp } from "./api";
import { ProofDialog } from "./proof-dialog";
import styles from "./totp-dialog.module.css";

const QrCode = lazy(() => import("./qr-code").then((module) => ({ default: module.QrCode })));

type Props = { onClose: () => void; onDone: (codes: readonly string[] | null) => void };

/** Password, then the secret for the app, then its first code: only that one turns it on. */
export function TotpDialog({ onClose, onDone }: Props) {
  const [enrolment, setEnrolment] = useState<Model<"TotpEnrolment"> | null>(null);
  return enrolment === null ? (
    <ProofDialog
      title="Add an authenticator app"
      verb="Continue"
      submit={startTotp}
      onDone={setEnrolment}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog enrolment={enrolment} onClose={onClose} onDone={onDone} />
  );
}

function ConfirmDialog({ enrolment, onClose, onDone }: Props & { enrolment: Model<"TotpEnrolment"> }) {
  const form = useSubmitForm({
    initialValues: { code: "" },
    validate: { code: required("The code") },
    submit: ({ code }) => confirmTotp({ code: code.trim() }),
    proof: {
      field: "code",
      message: "This is not the code that the app shows now. Is the clock of the phone right?",
    },
    onDone: ({ recovery_codes: codes }) => onDone(codes),
  });
  return (
    <Dialog title="Add an authenticator app" isOpen isDismissable={false} onClose={onClose}>
      <FormBody form={form} label="Confirm the authenticator app">
        <p>
          Scan this with your app, or <Anchor href={enrolment.otpauth_uri}>open it in the app</Anchor> on this
          device.
        </p>
        <div className={styles.code}>
          <Suspense>
            <QrCode text={enrolment.otpauth_uri} label="QR code of the key" />
          </Suspense>
        </div>
        <p>No camera? Type the key into the app:</p>
        <SecretText text={enrolment.secret} label="key of the app" />
        <TextInput
          label="Code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          classNames={{ input: "mono" }}
          key={form.fields.key("code")}
          {...form.fields.getInputProps("code")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Turn it on
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
