import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "./durable-file";
import type { Logger } from "./log";
import { codeOf } from "./error-code";

/** Where secrets are kept; `log` hears of a file that others could read. */
export type SecretStore = { directory: string; log: Logger };

/**
 * The secret kept in `<directory>/<name>`, made by `make` and stored once where there is none yet.
 * The file is 0600 from its first byte, complete or absent after a crash, and tightened where others could read it.
 * Throws where the file is empty: a lost key must not be replaced in silence.
 */
export function readOrCreateSecret(store: SecretStore, name: string, make: () => string): string {
  return readSecret(store, name) ?? createSecret(store, name, make());
}

/**
 * The secret kept in `<directory>/<name>`, undefined where there is none; tightened and refused like
 * readOrCreateSecret.
 */
export function readSecret({ directory, log }: SecretStore, name: string): string | undefined {
  const path = join(directory, name);
  const value = readTightened(path, log);
  if (value === "") {
    throw new Error(
      `the secret ${path} is empty; put its value back, or remove the file to have a new one made`,
    );
  }
  return value;
}

function readTightened(path: string, log: Logger): string | undefined {
  try {
    if ((statSync(path).mode & 0o077) !== 0) tighten(path, log);
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read the secret ${path}: ${reason}`, { cause: error });
  }
}

/** Keeps `value` in `<directory>/<name>`, durable when this returns, in place of any older one; gives `value` back. */
export function createSecret({ directory }: SecretStore, name: string, value: string): string {
  writeDurably(join(directory, name), `${value}\n`);
  return value;
}

function tighten(path: string, log: Logger): void {
  try {
    chmodSync(path, 0o600);
    log.warn(
      `${path} could be read by others; its mode is now 0600. Change the secret if the machine has other users`,
    );
  } catch (error) {
    log.warn({ err: error }, `${path} can be read by others and its mode cannot be changed`);
  }
}

/** A signing key of 256 random bits, as 43 url-safe characters. */
export function makeSecretKey(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * A Fernet key: 32 random bytes in url-safe base64 with its padding, 44 characters (https://github.com/fernet/spec).
 */
export function makeFernetKey(): string {
  return randomBytes(32).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}

/** A collector's id: 12 lower-case hex characters. */
export function makeCollectorId(): string {
  return randomBytes(6).toString("hex");
}
