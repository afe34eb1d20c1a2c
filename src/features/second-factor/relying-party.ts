import { isIP } from "node:net";
import { conflict } from "#platform/errors";

/** Whom passkeys are made for (WebAuthn section 4): the name of the host, and the origin that browsers see. */
export type RelyingParty = { id: string; origin: string };

/**
 * The relying party: of APP_URL, else of the host that was asked, which the list of trusted hosts has let pass. Throws
 * 409 where that is no name: passkeys belong to a domain, not to an address.
 */
export function relyingPartyOf(appUrl: string, request: { host: string; isHttps: boolean }): RelyingParty {
  const url = URL.parse(appUrl === "" ? `${request.isHttps ? "https" : "http"}://${request.host}` : appUrl);
  const id = url?.hostname ?? "";
  if (url === null || id === "" || isIP(id.replace(/^\[(.*)\]$/, "$1")) !== 0) {
    throw conflict("Passkeys need a host name: open the service by its name, or set APP_URL");
  }
  return { id, origin: url.origin };
}
