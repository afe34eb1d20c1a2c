import type { HttpProbeOutcome, ProbeHttp } from "../http/probe";
import type { CheckOutcome } from "./decide";
import type { AskedCheck } from "./store";

/** Of a check that has none of its own. */
const TIMEOUT_MS = 5000;
const MAX_REDIRECTS = 10;
const ASSERTIONS_PASSED = "Response assertions passed";

type HttpCheck = { scheme: "http" | "https"; check: AskedCheck; address: string };

/** Asks a web service on a device. */
export async function probeWebService(
  probeHttp: ProbeHttp,
  { scheme, check, address }: HttpCheck,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const host = address.includes(":") ? `[${address}]` : address;
  const path = check.httpPath ?? "/";
  const options = {
    url: `${scheme}://${host}:${check.port}${path.startsWith("/") ? path : `/${path}`}`,
    method: check.httpMethod,
    acceptedStatusCodes: `${check.expectedStatusMin}-${check.expectedStatusMax}`,
    timeoutMs: check.timeoutSeconds === null ? TIMEOUT_MS : check.timeoutSeconds * 1000,
    verifyTls: check.verifyTls,
    followRedirects: check.followRedirects,
    maxRedirects: MAX_REDIRECTS,
  };
  const found = await probeHttp(options, { signal });
  return toCheckOutcome(found, found.assertions.length === 0 ? null : (found.error ?? ASSERTIONS_PASSED));
}

/** What of an answer is kept. */
export function toCheckOutcome(found: HttpProbeOutcome, assertionDetail: string | null): CheckOutcome {
  const { status, latencyMs, error, statusCode, details } = found;
  const { responseSizeBytes, certificateExpiresAt, certificateIssuer } = found;
  const also = { responseSizeBytes, certificateExpiresAt, certificateIssuer, assertionDetail };
  const known = Object.entries(also).filter(([, value]) => value !== null);
  return { status, latencyMs, error, statusCode, details, also: Object.fromEntries(known) };
}
