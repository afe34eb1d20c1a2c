import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { atRunEnd } from "./run-end";

/** A certificate and its key, PEM. */
export type Identity = { certificate: string; key: string };

const DAY_MS = 86_400_000;
/** Whole days: a year on the clock of a zone may be an hour longer. */
const YEAR_MS = 365 * DAY_MS;

/** Signed by itself; with `notAfter` in the past an expired one. */
export async function makeIdentity(name: string, { notAfter }: { notAfter?: Date } = {}): Promise<Identity> {
  const now = Date.now();
  const made = await generate([{ name: "commonName", value: name }], {
    notBeforeDate: notAfter === undefined ? new Date(now) : new Date(notAfter.getTime() - DAY_MS),
    notAfterDate: notAfter ?? new Date(now + YEAR_MS),
  });
  return { certificate: made.cert, key: made.private };
}

/** An authority of its own. */
export async function makeAuthority(name: string) {
  const made = await generate([{ name: "commonName", value: name }], {
    extensions: [{ name: "basicConstraints", cA: true, critical: true }],
  });
  return {
    certificate: made.cert,
    async issue(subject: string): Promise<Identity> {
      const issued = await generate([{ name: "commonName", value: subject }], {
        ca: { key: made.private, cert: made.cert },
      });
      return { certificate: issued.cert, key: issued.private };
    },
  };
}

/** A folder with a certificate's files, gone after the run. */
export function givenTlsFiles(identity: Identity, clientAuthorities?: string) {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-tls-"));
  atRunEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const files = {
    certificate: join(folder, "server.pem"),
    key: join(folder, "server.key"),
    clientAuthorities: clientAuthorities === undefined ? null : join(folder, "clients.pem"),
  };
  const write = (path: string, text: string): void => {
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  const replace = ({ certificate, key }: Identity): void => {
    write(files.certificate, certificate);
    write(files.key, key);
  };
  replace(identity);
  if (files.clientAuthorities !== null) write(files.clientAuthorities, clientAuthorities ?? "");
  return { files, replace };
}
