import { answerOf, api, type Model } from "../api/client";

export type Challenge = Model<"SecondFactorRequired">;
export type SignInStep = { kind: "signed-in" } | { kind: "second-factor"; challenge: Challenge };

/** The first step: name and password. */
export async function signInWithPassword(body: Model<"LoginRequest">): Promise<SignInStep> {
  const answer = await answerOf(api.POST("/api/v1/auth/login", { body }));
  return "challenge_token" in answer ? { kind: "second-factor", challenge: answer } : { kind: "signed-in" };
}

/** The second step, where the service asked for one. */
export async function answerChallenge(
  { challenge_token }: Challenge,
  answer: { method: "totp" | "recovery_code"; code: string },
): Promise<void> {
  const body = { challenge_token, code: answer.code.trim() };
  await (answer.method === "totp"
    ? answerOf(api.POST("/api/v1/auth/login/totp", { body }))
    : answerOf(api.POST("/api/v1/auth/login/recovery-code", { body })));
}

/** The second step with a passkey. */
export async function answerChallengeWithPasskey({ challenge_token }: Challenge): Promise<void> {
  const options = await answerOf(
    api.POST("/api/v1/auth/login/passkey/options", { body: { challenge_token } }),
  );
  const credential = await askForPasskey(options);
  await answerOf(api.POST("/api/v1/auth/login/passkey", { body: { challenge_token, credential } }));
}

/** Signs in with a passkey alone: no name, no password. */
export async function signInWithPasskey(): Promise<void> {
  const { passkey_token, options } = await answerOf(api.POST("/api/v1/auth/passkey/options"));
  const credential = await askForPasskey(options);
  await answerOf(api.POST("/api/v1/auth/passkey", { body: { passkey_token, credential } }));
}

/** Passkeys need https (or this very machine) and a browser that reads the service's options. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

async function askForPasskey(options: Model<"PasskeyOptions">): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await asked(navigator.credentials.get({ publicKey }));
  if (!(credential instanceof PublicKeyCredential)) throw new Error("No passkey was chosen");
  const answer: unknown = credential.toJSON();
  if (!isAssertion(answer)) throw new Error("The browser gave no answer of a passkey");
  return answer;
}

/** The browser's answer; why there is none in words of ours. */
export async function asked(answer: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await answer;
  } catch (error) {
    const sentence = error instanceof DOMException ? REFUSALS.get(error.name) : undefined;
    throw sentence === undefined ? error : new Error(sentence, { cause: error });
  }
}

/** By the names of exceptions (WebAuthn Level 3, sections 5.1.3 and 5.1.4). */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ["NotAllowedError", "No passkey was used: it was cancelled, took too long, or none fits."],
  ["InvalidStateError", "This device has a passkey of yours already."],
  ["SecurityError", "Passkeys work only under the name that the service is set up with."],
]);

type Assertion = Model<"PasskeySignIn">["credential"];

/** The service checks it to the last octet; here it only has to be the kind that was asked for. */
function isAssertion(answer: unknown): answer is Assertion {
  if (typeof answer !== "object" || answer === null || !("response" in answer)) return false;
  return typeof answer.response === "object" && answer.response !== null && "signature" in answer.response;
}

/** Ends the session; also where the service cannot be told. */
export async function signOut(): Promise<void> {
  await answerOf(api.POST("/api/v1/auth/logout", { body: {} }));
}
