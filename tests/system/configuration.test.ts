import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Operation } from "../../src/features/operations/models";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { runCommand } from "../support/command";
import { readMetrics } from "../support/metrics";
import { patient } from "../support/patience";
import { startService } from "../support/service-process";
import { temporaryPath } from "../support/temporary-path";
import { waitFor } from "../support/wait-for";

/** The configuration of a real service, by the commands that people and pipelines use. */
setDefaultTimeout(patient(90_000));

const METRICS_TOKEN = "a-token-for-the-metrics-of-tests";
const environment = { METRICS_TOKEN, API_KEY_RATE_LIMIT_MAX_CALLS: "100000" };
let service = await startService({ environment });
const { key } = await setUpAdmin(service.url);
afterAll(() => service.remove());

const folder = temporaryPath("bundles");
mkdirSync(folder, { recursive: true });

/** Writes a file beside the others; gives its path. */
function given(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const cli = (words: string[], environment: Record<string, string> = {}) =>
  runCommand({ NETATLAS_URL: service.url, NETATLAS_API_KEY: key, ...environment }, words);

test("a pipeline sees by the exit code whether something differs, applies it, and sees that nothing does", async () => {
  const path = given("net.yaml", "version: 1\nsites:\n  - name: hq\n    color: '#aabbcc'\n");
  const planned = await cli(["plan", path]);
  expect(planned.code).toBe(2);
  expect(planned.output).toContain(
    "+ Add site hq with color #aabbcc\n1 to add, none to change, none to remove.\n",
  );
  const asked = await cli(["apply", path]);
  expect([asked.code, asked.errors]).toEqual([1, expect.stringContaining("say --yes")]);
  const fingerprint = /Fingerprint: (\S+)/.exec(planned.output)?.[1] ?? "";
  const applied = await cli(["apply", path, "--plan", fingerprint, "--note", "net.git 4be1c7a"]);
  expect([applied.code, applied.output]).toEqual([0, "Applied: 1 to add, none to change, none to remove.\n"]);
  expect(await cli(["plan", path])).toMatchObject({
    code: 0,
    output: "Nothing to do: the service is as the bundle says.\n",
  });
  const stale = await cli(["apply", path, "--plan", fingerprint]);
  expect([stale.code, stale.errors]).toEqual([1, expect.stringContaining("something has changed since")]);
  expect((await cli(["drift"])).code).toBe(0);
  expect(await readMetrics(service.url, METRICS_TOKEN)).toMatch(
    /^netatlas_configuration_last_apply_timestamp_seconds \d{10}/m,
  );
});

test("secrets come from variables and from files beside the bundle, and from a file of names", async () => {
  given("password.txt", "from-a-file\n");
  const names = given("secrets.yaml", "the community: named\n");
  const path = given(
    "secret.yaml",
    `version: 1
snmp_profiles:
  - name: Core
    secrets:
      community: {secret: the community}
monitors:
  - name: Portal
    url: https://www.example.com/
    auth_type: basic
    auth_username: me
    secrets:
      auth_password: {from_file: password.txt}
  - name: API
    url: https://api.example.com/
    auth_type: bearer
    secrets:
      bearer_token: {from_env: API_TOKEN}
`,
  );
  const missing = await cli(["plan", path]);
  expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining("the variable API_TOKEN")]);
  const environment = { API_TOKEN: "from-a-variable" };
  const unnamed = await cli(["plan", path], environment);
  expect([unnamed.code, unnamed.output]).toEqual([
    1,
    expect.stringContaining(
      "! snmp_profiles[0].secrets.community: the secret the community (secret) has no value",
    ),
  ]);
  const applied = await cli(["apply", path, "--yes", "--secrets", names], environment);
  expect(applied).toMatchObject({ code: 0, errors: "" });
  expect((await cli(["plan", path, "--secrets", names], environment)).code).toBe(0);
  const exported = await cli(["export-config"]);
  expect(exported.output).toContain("secret: monitors/API/bearer_token");
  expect(exported.output).not.toMatch(/from-a-|named/);
});

test("an export is a file, whole and private, which changes nothing", async () => {
  const path = join(folder, "export.yaml");
  expect((await cli(["export-config", "--to", path])).code).toBe(0);
  expect((await cli(["plan", path, "--prune", "all"])).code).toBe(0);
  const schema = await cli(["config-schema"]);
  expect(JSON.parse(schema.output)).toMatchObject({ title: "Netatlas configuration" });
});

test("what is wrong is said with its line, and the exit code is 1", async () => {
  const path = given("wrong.yaml", "version: 1\ndevices:\n  - mac_adress: x\n");
  expect(await cli(["plan", path])).toEqual({
    code: 1,
    output: "",
    errors:
      "netatlas: devices[0].mac_adress (line 3): devices have no such field; do you mean 'mac_address'?\n",
  });
  const wrongKey = await cli(["plan", path], { NETATLAS_API_KEY: "nak_wrong" });
  expect(wrongKey.code).toBe(1);
  const nobody = await cli(["plan", path], { NETATLAS_URL: "http://127.0.0.1:1" });
  expect([nobody.code, nobody.errors]).toEqual([1, expect.stringContaining("does not answer")]);
  const secretive = { NETATLAS_URL: "http://me:a-password@127.0.0.1:1" };
  expect((await cli(["plan", path], secretive)).errors).not.toContain("a-password");
  const noService = await cli(["plan", path], { NETATLAS_URL: "ftp://example.com" });
  expect([noService.code, noService.errors]).toEqual([1, expect.stringContaining("--url is the address")]);
  expect((await cli(["plan"])).code).toBe(1);
});

test("thousands of things that are made one by one, each in the one before, are one plan", async () => {
  const groups = Array.from({ length: 4000 }, (_, place) => ({
    name: `group ${place}`,
    ...(place > 0 && { parent: `group ${place - 1}` }),
  }));
  const planned = await cli(["plan", given("nested.json", JSON.stringify({ version: 1, groups }))]);
  expect([planned.code, planned.errors]).toEqual([2, ""]);
  expect(planned.output).toContain("4000 to add, none to change, none to remove.");
});

test("a service that is killed in the middle of an apply has the state before it", async () => {
  const client = createApiClient(service.url, { "X-API-Key": key });
  const exportOf = async () => (await client.fetch("/api/v1/configuration")).text();
  const before = await exportOf();
  const devices = Array.from({ length: 6000 }, (_, place) => ({
    display_name: `device ${place}`,
    site: "lab",
  }));
  const id = crypto.randomUUID();
  // Its connection is cut with the service.
  void client
    .fetch(`/api/v1/configuration/apply?apply_id=${id}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ version: 1, sites: [{ name: "lab" }], devices }),
    })
    .catch(() => undefined);
  await waitFor("some of it to be written", async () => {
    const answer = await client.fetch(`/api/v1/operations/${id}`);
    return answer.ok && Operation.parse(await answer.json()).done > 0;
  });
  const { dataDirectory } = service;
  await service.kill();
  service = await startService({ dataDirectory, environment });
  await waitForDatabase(service.url);
  const again = createApiClient(service.url, { "X-API-Key": key });
  expect(await (await again.fetch("/api/v1/configuration")).text()).toBe(before);
});
