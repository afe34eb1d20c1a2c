import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { asked } from "../sign-in";

export type Passkey = Model<"PasskeyRead">;
export type Proof = Model<"SecondFactorProof">;

/** What the person has enrolled. */
export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ["second-factor"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/auth/me/second-factor", { signal })),
  });

export const startTotp = (body: Proof) => answerOf(api.POST("/api/v1/auth/me/totp", { body }));
export const confirmTotp = (body: Model<"TotpConfirm">) =>
  answerOf(api.POST("/api/v1/auth/me/totp/confirm", { body }));
export const removeTotp = (body: Proof) => answerOf(api.DELETE("/api/v1/auth/me/totp", { body }));
export const makeRecoveryCodes = (body: Proof) =>
  answerOf(api.POST("/api/v1/auth/me/recovery-codes", { body }));
export const removePasskey = (passkey: Passkey, body: Proof) =>
  answerOf(
    api.DELETE("/api/v1/auth/me/passkeys/{passkey_id}", {
      params: { path: { passkey_id: passkey.id } },
      body,
    }),
  );

/** Has the browser make a passkey and registers it. */
export async function addPasskey({
  name,
  ...proof
}: Proof & { name: string }): Promise<Model<"PasskeyCreated">> {
  const options = await answerOf(api.POST("/api/v1/auth/me/passkeys/options", { body: proof }));
  if (!isCreation(options)) throw new Error("The service gave options that no passkey can be made from");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await asked(navigator.credentials.create({ publicKey }));
  if (!(made instanceof PublicKeyCredential)) throw new Error("No passkey was made");
  const credential: unknown = made.toJSON();
  if (!isRegistration(credential)) throw new Error("The browser gave no new passkey");
  return answerOf(api.POST("/api/v1/auth/me/passkeys", { body: { name, credential } }));
}

/** The form of these is the standard's; the service writes and checks them. */
function isCreation(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return "challenge" in options && "rp" in options && "pubKeyCredParams" in options;
}

function isRegistration(credential: unknown): credential is Model<"PasskeyCreate">["credential"] {
  if (typeof credential !== "object" || credential === null || !("response" in credential)) return false;
  const { response } = credential;
  return typeof response === "object" && response !== null && "attestationObject" in response;
}
