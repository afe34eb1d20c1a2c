import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveSecrets, type Allowed } from "../../src/cli/configuration/secrets";
import { temporaryPath } from "../support/temporary-path";

const root = temporaryPath("secrets");
const [folder, mounted] = [join(root, "bundles"), join(root, "mounted")];
for (const path of [folder, join(folder, "below"), mounted]) mkdirSync(path, { recursive: true });
writeFileSync(join(folder, "below", "own"), "own\n");
writeFileSync(join(folder, "long"), "x".repeat(65_537));
writeFileSync(join(root, "outside"), "outside");
writeFileSync(join(mounted, "token"), "mounted");
symlinkSync(join(root, "outside"), join(folder, "link"));

const NOTHING: Allowed = { variables: undefined, folder: undefined };

function take(reference: Record<string, string>, allowed: Partial<Allowed> = {}) {
  const bundle = { version: 1, monitors: [{ name: "x", secrets: { auth_password: reference } }] };
  return resolveSecrets(bundle, {
    bundlePath: join(folder, "net.yaml"),
    named: {},
    allowed: { ...NOTHING, ...allowed },
  });
}

test("a secret's file is in the bundle's folder, or in the one that the command names", async () => {
  expect((await take({ from_file: "below/own" })).from_file).toEqual({ "below/own": "own" });
  const path = join(mounted, "token");
  expect((await take({ from_file: path }, { folder: mounted })).from_file).toEqual({ [path]: "mounted" });
});

test.each([
  "/etc/passwd",
  "/proc/self/environ",
  "../outside",
  "below/../../outside",
  "link",
  join(mounted, "token"),
  ".",
])("a bundle gets nothing of %s", async (name) => {
  expect(take({ from_file: name })).rejects.toThrow("which is not in its folder");
});

test("what is no file, or a long one, is not read", async () => {
  expect(take({ from_file: "below" })).rejects.toThrow("which is no file of at most 65536 bytes");
  expect(take({ from_file: "long" })).rejects.toThrow("which is no file of at most 65536 bytes");
  expect(take({ from_file: "missing" })).rejects.toThrow("cannot be read");
});

test.each(["NETATLAS_API_KEY", "MASTER_KEY", "DATABASE_URL", "SECRET_KEY"])(
  "a bundle gets nothing of the variable %s of Netatlas",
  async (name) => {
    expect(take({ from_env: name })).rejects.toThrow("which is a variable of Netatlas itself");
    expect(take({ from_env: name }, { variables: [name] })).rejects.toThrow("of Netatlas itself");
  },
);

test("where the command names variables, a bundle gets these alone", async () => {
  const variables = ["HOME"];
  expect((await take({ from_env: "HOME" }, { variables })).from_env).toHaveProperty("HOME");
  expect(take({ from_env: "PATH" }, { variables })).rejects.toThrow("which --secret-env does not name");
});
