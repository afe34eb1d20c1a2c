import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  setJwksCache,
  type ClientAuth,
  type CustomFetch,
  type ServerMetadata,
} from "openid-client";
import { z } from "zod";
import { parseJsonText } from "./json-text";
import { createProviderFetch, isLoopback, isSecureAddress } from "./provider-fetch";
import { codeOf } from "./provider-errors";
import { findSsoError, SsoError } from "./sso-error";

/** What a provider says of itself, with the addresses that a sign-in needs. */
export type Metadata = ServerMetadata & {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
};

/** What the provider knows this service by. Secret "": a public client. */
type Client = { client_id: string; client_secret: string };

/** Gives a provider's metadata; remembers those of the last issuer for 5 minutes, a failure for 5 seconds. */
export type Directory = (issuer: string) => Promise<Metadata>;

const SIGNATURES = ["RS", "ES", "PS"].flatMap((kind) => ["256", "384", "512"].map((bits) => kind + bits));
const LEEWAY_SECONDS = 60;
const REMEMBERED_MS = 5 * 60_000;
const FAILURE_REMEMBERED_MS = 5000;

/** The last issuer's metadata only: there is one provider. */
export function createDirectory(): Directory {
  let last: { issuer: string; until: number; metadata: Promise<Metadata> } | undefined;
  return (issuer) => {
    if (last?.issuer === issuer && performance.now() < last.until) return last.metadata;
    const metadata = discover(issuer);
    const entry = { issuer, until: performance.now() + REMEMBERED_MS, metadata };
    metadata.catch(() => (entry.until = performance.now() + FAILURE_REMEMBERED_MS));
    last = entry;
    return metadata;
  };
}

/** Asks the provider (OpenID Connect Discovery 1.0). Throws SsoError. */
export async function discover(issuer: string): Promise<Metadata> {
  const url = URL.parse(issuer);
  if (url === null) {
    throw new SsoError("provider_metadata_invalid", { reason: "the issuer is not an address" });
  }
  if (!isSecureAddress(url)) {
    throw new SsoError("insecure_provider_url", { reason: `${url.origin} is not https` });
  }
  const metadata = await askFor(url);
  // The library lets through what some big providers send for all of their tenants: anybody's users, that is.
  if (URL.parse(metadata.issuer)?.href !== url.href) {
    throw new SsoError("issuer_mismatch", { reason: "the metadata are another issuer's" });
  }
  return {
    ...metadata,
    authorization_endpoint: requireAddress(metadata, "authorization_endpoint"),
    token_endpoint: requireAddress(metadata, "token_endpoint"),
    jwks_uri: requireAddress(metadata, "jwks_uri"),
  };
}

async function askFor(url: URL): Promise<ServerMetadata> {
  try {
    const options = { [customFetch]: createProviderFetch(url.href), execute: relaxed(url) };
    const configuration = await discovery(url, "discovery", undefined, None(), options);
    return configuration.serverMetadata();
  } catch (error) {
    throw findSsoError(error) ?? fromDiscovery(error);
  }
}

function fromDiscovery(error: unknown): SsoError {
  const isOther = codeOf(error) === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
  const reason = isOther ? "the metadata are another issuer's" : "the metadata cannot be read";
  return new SsoError(isOther ? "issuer_mismatch" : "provider_metadata_invalid", { reason, cause: error });
}

function requireAddress(
  metadata: ServerMetadata,
  name: "authorization_endpoint" | "token_endpoint" | "jwks_uri",
): string {
  const address = metadata[name];
  const url = address === undefined ? null : URL.parse(address);
  if (address === undefined || url === null) {
    throw new SsoError("provider_metadata_invalid", { reason: `the metadata have no ${name}` });
  }
  const isAllowed = isLoopback(url) ? isLoopback(new URL(metadata.issuer)) : isSecureAddress(url);
  if (!isAllowed) throw new SsoError("insecure_provider_url", { reason: `${name} is not https` });
  return address;
}

/** The library's client of one step of one sign-in: signatures are checked, by the keys that are given. */
export function configure(metadata: Metadata, client: Client, jwks?: JsonWebKeySet): Configuration {
  const offered = metadata.id_token_signing_alg_values_supported;
  const accepted = offered === undefined ? SIGNATURES : SIGNATURES.filter((name) => offered.includes(name));
  const configuration = new Configuration(
    { ...metadata, id_token_signing_alg_values_supported: accepted },
    client.client_id,
    { [clockTolerance]: LEEWAY_SECONDS },
    authenticationOf(metadata, client.client_secret),
  );
  configuration[customFetch] = createProviderFetch(metadata.issuer);
  for (const relax of relaxed(new URL(metadata.issuer))) relax(configuration);
  enableNonRepudiationChecks(configuration);
  if (jwks !== undefined) setJwksCache(configuration, { jwks, uat: Math.floor(Date.now() / 1000) });
  return configuration;
}

/** The library refuses http altogether; createProviderFetch decides which of it is this machine's own. */
function relaxed(issuer: URL) {
  return isLoopback(issuer) ? [allowInsecureRequests] : [];
}

function authenticationOf(metadata: Metadata, secret: string): ClientAuth {
  if (secret === "") return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic") ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

const JsonWebKeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });
export type JsonWebKeySet = z.infer<typeof JsonWebKeySet>;

/** The provider's keys as they are now, so that one that was changed a second ago is known. Throws SsoError. */
export async function fetchJwks(metadata: Metadata): Promise<JsonWebKeySet> {
  const fetchFrom: CustomFetch = createProviderFetch(metadata.issuer);
  const headers = { Accept: "application/json, application/jwk-set+json" };
  const response = await fetchFrom(metadata.jwks_uri, {
    method: "GET",
    headers,
    body: undefined,
    redirect: "manual",
  });
  const keys = JsonWebKeySet.safeParse(
    response.status === 200 ? parseJsonText(await response.text()) : undefined,
  );
  if (!keys.success) throw new SsoError("jwks_invalid", { reason: "the key set cannot be read" });
  return keys.data;
}
