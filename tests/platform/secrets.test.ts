import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import {
  makeCollectorId,
  makeFernetKey,
  makeSecretKey,
  readOrCreateSecret,
  readSecret,
  type SecretStore,
} from "#platform/secrets";

const scratch = mkdtempSync(join(tmpdir(), "netatlas-secrets-"));
let count = 0;
let store: SecretStore;
let logged: string[];

beforeEach(() => {
  count += 1;
  const directory = join(scratch, String(count));
  mkdirSync(directory);
  logged = [];
  store = { directory, log: pino({}, { write: (line: string) => void logged.push(line) }) };
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("a secret that was not given", () => {
  test("is made once and is the same at every later start", () => {
    const first = readOrCreateSecret(store, "secret-key", makeSecretKey);
    expect(first).not.toBe("");
    expect(readOrCreateSecret(store, "secret-key", makeSecretKey)).toBe(first);
    expect(readSecret(store, "secret-key")).toBe(first);
  });

  test("is kept in a file that its owner alone can read, and leaves no other file", () => {
    readOrCreateSecret(store, "secret-key", () => "the value");
    expect(readFileSync(join(store.directory, "secret-key"), "utf8")).toBe("the value\n");
    expect(statSync(join(store.directory, "secret-key")).mode & 0o777).toBe(0o600);
    expect(readdirSync(store.directory)).toEqual(["secret-key"]);
    expect(logged).toEqual([]);
  });

  test("is not made by looking for it", () => {
    expect(readSecret(store, "secret-key")).toBeUndefined();
    expect(readdirSync(store.directory)).toEqual([]);
  });
});

test("a secret file that others could read is tightened, and the log says so without the secret", () => {
  const path = join(store.directory, "secret-key");
  writeFileSync(path, "the value\n");
  chmodSync(path, 0o644);
  expect(readOrCreateSecret(store, "secret-key", makeSecretKey)).toBe("the value");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(logged.join("")).toContain(path);
  expect(logged.join("")).not.toContain("the value");
});

test("an empty secret file is refused by name rather than replaced", () => {
  const path = join(store.directory, "master-key");
  writeFileSync(path, "", { mode: 0o600 });
  expect(() => readOrCreateSecret(store, "master-key", makeFernetKey)).toThrow(path);
  expect(readFileSync(path, "utf8")).toBe("");
});

test("a secret that cannot be read is an error that names it", () => {
  mkdirSync(join(store.directory, "secret-key"));
  expect(() => readOrCreateSecret(store, "secret-key", makeSecretKey)).toThrow(
    join(store.directory, "secret-key"),
  );
});

describe("what is made", () => {
  test("a secret key has 256 bits", () => {
    expect(Buffer.from(makeSecretKey(), "base64url")).toHaveLength(32);
    expect(makeSecretKey()).not.toBe(makeSecretKey());
  });

  test("a Fernet key is 32 bytes in url-safe base64 with padding", () => {
    const keys = Array.from({ length: 200 }, makeFernetKey);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}=$/);
    expect(new Set(keys).size).toBe(200);
  });

  test("a collector id is 12 lower-case hex characters", () => {
    expect(makeCollectorId()).toMatch(/^[0-9a-f]{12}$/);
  });
});
