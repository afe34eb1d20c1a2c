import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { required } from "../../components/form/rules";

/** For what toProof takes. */
export function ProofInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Your password, or a code"
      description="A code is what your app shows, or a recovery code. Without a second factor it is the password."
      autoComplete="current-password"
      {...props}
    />
  );
}

export const proofRequired = required("The password or a code");

export const WRONG_PROOF = "Neither your password nor a code that works now";
