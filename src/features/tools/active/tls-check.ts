import { toTimestamp } from "#platform/http/fields";
import { oneLine } from "#platform/one-line";
import type { Certificate } from "#platform/probe/certificate";
import { Connection, talkOver } from "#platform/probe/connection";
import { ProbeTrouble } from "#platform/probe/trouble";
import { isIP } from "node:net";
import type { TlsCertificate, TlsCheckRequest, TlsCheckFinding } from "./models";
import type { Target } from "../desk";

const NAMES_SHOWN = 100;
const DAY_MS = 86_400_000;

/**
 * The certificate that a server shows, and what is wrong with it. One that shows none is an answer, too. @throws the
 * signal's reason.
 */
export async function checkTls(
  { host, address, signal }: Target,
  { port, server_name: wanted, timeout_seconds: timeoutSeconds }: TlsCheckRequest,
): Promise<TlsCheckFinding> {
  const startedAt = performance.now();
  const name = (wanted ?? host).replace(/^\[|\]$|\.$/g, "");
  const about = { host, address, port, server_name: name };
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const found = await talkOver(
      new Connection({ address, port }),
      { timeoutMs: timeoutSeconds * 1000, signal },
      // An address is no name to tell a server (RFC 6066 section 3).
      (connection) =>
        connection.startTls({
          verifyTls: false,
          serverName: isIP(name) === 0 ? name : null,
          authority: null,
        }),
    );
    const certificate = toCertificate(found);
    return {
      ...about,
      tls_version: found.tlsVersion,
      certificate,
      error: null,
      duration_ms: durationMs(),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProbeTrouble)) throw error;
    const words = oneLine(error.message);
    return { ...about, tls_version: null, certificate: null, error: words, duration_ms: durationMs() };
  }
}

function toCertificate({ x509, problem }: Certificate): TlsCertificate {
  const expiresAt = new Date(x509.validTo);
  const key = keyOf(x509);
  return {
    subject: oneLine(x509.subject.replaceAll("\n", ", ")),
    issuer: oneLine(x509.issuer.replaceAll("\n", ", ")),
    names: namesOf(x509.subjectAltName),
    valid_from: toTimestamp(new Date(x509.validFrom)),
    valid_to: toTimestamp(expiresAt),
    days_left: Math.floor((expiresAt.getTime() - Date.now()) / DAY_MS),
    serial_number: x509.serialNumber,
    sha256_fingerprint: x509.fingerprint256,
    key_type: key?.asymmetricKeyType ?? null,
    key_bits: key?.asymmetricKeyDetails?.modulusLength ?? null,
    is_trusted: problem === null,
    problem,
  };
}

/** Undefined: it is of a kind that nobody here can read. */
function keyOf(x509: Certificate["x509"]) {
  try {
    return x509.publicKey;
  } catch {
    return undefined;
  }
}

/** `DNS:host.example, IP Address:192.0.2.1`, as the runtime writes it. */
function namesOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(", ")
    .filter(Boolean)
    .slice(0, NAMES_SHOWN)
    .map((name) => oneLine(name.replace(/^(?:DNS|IP Address):/, "")));
}
