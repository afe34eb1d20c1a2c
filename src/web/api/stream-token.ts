import { freshAccessToken } from "./renewal";
import { sessionGate } from "./session-gate";

/**
 * A token for a live stream; where the session has ended the person is asked to sign in over the page. Undefined: they
 * left.
 */
export async function streamToken(): Promise<string | undefined> {
  const token = await freshAccessToken();
  if (token !== undefined) return token;
  return (await sessionGate.askToSignIn()) ? freshAccessToken() : undefined;
}
