import type { CustomFetch } from "openid-client";
import { SsoError } from "./sso-error";

/** Of one answer of a provider. The longest honest ones (key sets, user info with many groups) are a few dozen kB. */
const LONGEST_ANSWER_BYTES = 1024 * 1024;
/** Of all requests of one step of a sign-in together. */
const STEP_MS = 5000;

/** True for https, and for http to this very machine, which nobody can listen to. */
export function isSecureAddress(url: URL): boolean {
  return url.protocol === "https:" || isLoopback(url);
}

/** True for an http address of this very machine. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Fetches from an identity provider: https only, or http on this machine where the issuer is there too; no redirects;
 * answers of bounded length. All calls together end after 5 s. Throws SsoError for whatever is not an answer.
 */
export function createProviderFetch(issuer: string): CustomFetch {
  const deadline = AbortSignal.timeout(STEP_MS);
  const mayBeLocal = isLoopback(new URL(issuer));
  return async (address, { signal, body, ...options }) => {
    const url = new URL(address);
    if (url.protocol !== "https:" && !(mayBeLocal && isLoopback(url))) {
      throw new SsoError("insecure_provider_url", { reason: `${url.origin} is not https` });
    }
    const response = await fetchWhole(url, {
      ...options,
      body: body instanceof Uint8Array ? new Uint8Array(body) : body,
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    if (response.status < 500) return response;
    throw new SsoError("provider_unreachable", { reason: `${url.origin} answered ${response.status}` });
  };
}

async function fetchWhole(url: URL, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    const body = await readBounded(response);
    return new Response(body, { status: response.status, headers: response.headers });
  } catch (cause) {
    if (cause instanceof SsoError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SsoError("provider_unreachable", { reason: `cannot reach ${url.origin}: ${why}`, cause });
  }
}

/** Null where there is nothing: some statuses may not have a body. */
async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > LONGEST_ANSWER_BYTES) {
      throw new SsoError("provider_unreachable", {
        reason: `an answer is longer than ${LONGEST_ANSWER_BYTES} bytes`,
      });
    }
  }
  return length === 0 ? null : new Uint8Array(Buffer.concat(chunks));
}
