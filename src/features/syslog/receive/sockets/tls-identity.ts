import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { codeOf } from "#platform/error-code";

/**
 * Where the TLS listener's certificate chain and key lie (PEM), and the authorities of its clients; null: any client is
 * heard.
 */
export type TlsFiles = { certificate: string; key: string; clientAuthorities: string | null };

/** What the TLS listener shows and asks for: PEM texts that belong together. */
export type TlsIdentity = {
  certificate: string;
  key: string;
  clientAuthorities: string | null;
  /** End of the certificate's validity, ISO 8601. */
  validUntil: string;
  /** Tells one reading of the files from another. */
  digest: string;
};

/** The files' contents; undefined for one that cannot be read. */
type Contents = { certificate: string; key: string; clientAuthorities: string | null; digest: string };

/** @throws in words, where a file cannot be read. */
export async function readTlsFiles(files: TlsFiles): Promise<Contents> {
  const certificate = await readText(files.certificate, "certificate");
  const key = await readText(files.key, "key");
  const clientAuthorities =
    files.clientAuthorities === null ? null : await readText(files.clientAuthorities, "client authorities");
  const digest = createHash("sha256")
    .update(JSON.stringify([certificate, key, clientAuthorities]))
    .digest("hex");
  return { certificate, key, clientAuthorities, digest };
}

/** @throws in words, where certificate and key do not belong together or one of the three is not what it should be. */
export function checkTlsIdentity(contents: Contents): TlsIdentity {
  const certificate = parse("the TLS certificate", () => new X509Certificate(contents.certificate));
  const key = parse("the TLS key", () => createPrivateKey(contents.key));
  if (!certificate.checkPrivateKey(key)) throw new Error("the TLS key is not that of the certificate");
  const validUntil = new Date(certificate.validTo);
  if (validUntil.getTime() < Date.now())
    throw new Error(`the TLS certificate has expired at ${validUntil.toISOString()}`);
  if (contents.clientAuthorities !== null) {
    const authorities = contents.clientAuthorities;
    parse("the file of client authorities", () => new X509Certificate(authorities));
  }
  return { ...contents, validUntil: validUntil.toISOString() };
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const code = codeOf(cause) ?? String(cause);
    throw new Error(`cannot read the TLS ${what} ${path}: ${code}`, { cause });
  }
}

function parse<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${what} cannot be read as PEM: ${reason}`, { cause });
  }
}
