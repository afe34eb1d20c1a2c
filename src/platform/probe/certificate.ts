import type { Socket } from "bun";
import type { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { codeOf } from "../error-code";
import { CERTIFICATE_PROBLEMS } from "./certificate-problems";
import { ProbeTrouble } from "./trouble";
import { oneLine } from "../one-line";

const DAY_MS = 86_400_000;

/** What a peer showed of itself in a handshake of TLS. */
export type Certificate = {
  x509: X509Certificate;
  /** Such as TLSv1.3. */
  tlsVersion: string;
  details: Record<string, string | number | boolean>;
  /** Why it should not be trusted; null: it may be. */
  problem: string | null;
};

/**
 * What the certificate of a peer says, and whether it is for `name`, which may be an address. `error` is what the check
 * of its chain gave. Undefined where the peer has shown none.
 */
export function certificateOf(
  socket: Socket,
  { error, name }: { error: Error | null; name: string },
): Certificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined || certificate === null) return undefined;
  const isForName =
    (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
  const problem = describeProblem(error) ?? (isForName ? null : "the certificate is for another name");
  const expiresAt = new Date(certificate.validTo);
  if (Number.isNaN(expiresAt.getTime()))
    throw new ProbeTrouble("the certificate has no date that can be read");
  const days = Math.floor((expiresAt.getTime() - Date.now()) / DAY_MS);
  const tlsVersion = socket.getTLSVersion();
  return {
    x509: certificate,
    tlsVersion,
    problem,
    details: {
      tlsVersion,
      certificateDays: days,
      certificateExpiresAt: expiresAt.toISOString(),
      certificateIssuer: oneLine(certificate.issuer.replaceAll("\n", ", ")),
      certificateSubject: oneLine(certificate.subject.replaceAll("\n", ", ")),
      certificateTrusted: problem === null,
      ...(problem !== null && { certificateProblem: problem }),
    },
  };
}

function describeProblem(error: Error | null): string | null {
  if (error === null) return null;
  const code = codeOf(error) ?? "no reason given";
  return CERTIFICATE_PROBLEMS[code] ?? `the certificate is not trusted: ${code}`;
}
