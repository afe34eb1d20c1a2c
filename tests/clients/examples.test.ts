import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { temporaryPath } from "../support/temporary-path";

/** The examples of docs/clients.md, as they stand there, beside the real service. */
const LIMIT_MS = 60_000;
const folder = temporaryPath("client-examples");
const page = readFileSync("docs/clients.md", "utf8");
let service: ServiceProcess;
let admin: ApiClient & { key: string };

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  service = await startService();
  admin = await setUpAdmin(service.url);
}, LIMIT_MS);
afterAll(() => service.remove());
// Several examples make the same subnet, and one a device with the address that another gets.
afterEach(async () => {
  for (const path of ["/api/v1/ipam/subnets", "/api/v1/topology/devices"])
    for (const { id } of z.array(z.looseObject({ id: z.int() })).parse(await admin.get(path)))
      await admin.send("DELETE", `${path}/${id}`);
});

function examplesOf(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(
    ([, text = ""]) => text,
  );
}

async function run(command: string[]): Promise<{ code: number; output: string; problems: string }> {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      NETATLAS_URL: service.url,
      NETATLAS_KEY: admin.key,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, problems] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, output, problems };
}

async function ran(command: string[]): Promise<string> {
  const { code, output, problems } = await run(command);
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}:\n${output}${problems}`);
  return output;
}

function skipped(what: string): boolean {
  process.stdout.write(`${what} is not here: its examples are not run\n`);
  return true;
}

const has = (program: string) => Bun.which(program) !== null;
const hasRequests = () =>
  has("python3") && Bun.spawnSync(["python3", "-c", "import requests"], { stderr: "ignore" }).success;

const named = z.array(z.looseObject({ name: z.string() }));
const listOf = async (path: string) => named.parse(await admin.get(path)).map(({ name }) => name);

describe.skipIf(!has("curl") && skipped("curl"))("curl", () => {
  const [, pages = "", upsert = "", trial = "", allocation = "", strict = "", holders = ""] =
    examplesOf("sh");
  const shell = (text: string) => ran(["sh", "-eu", "-c", text]);

  test(
    "walks a list page by page",
    async () => {
      for (const name of ["one", "two", "three"])
        await admin.send("POST", "/api/v1/topology/devices", { name });
      const output = await shell(pages.replace("limit=500", "limit=2"));
      expect([...output.matchAll(/"display_name":"(\w+)"/g)].map(([, name]) => name)).toEqual(
        expect.arrayContaining(["one", "three", "two"]),
      );
      expect(output.match(/\]\[/g)?.length).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  test(
    "writes by natural key, again and again",
    async () => {
      const [first, second] = [await shell(upsert), await shell(upsert)];
      expect(second).toBe(first);
      expect(JSON.parse(first)).toMatchObject({ name: "headquarters", address: "1 Main Street" });
    },
    LIMIT_MS,
  );

  test(
    "tries a subnet, allocates an address of it once, and finds both by the address",
    async () => {
      expect(JSON.parse(await shell(trial))).toMatchObject({ would_answer: { cidr: "192.0.2.0/24" } });
      expect(await listOf("/api/v1/ipam/subnets")).not.toContain("Office");
      const [first, second] = [await shell(allocation), await shell(allocation)];
      expect(first).toContain("order 4711");
      expect(JSON.parse(second)).toEqual(JSON.parse(first));
      expect(await shell(strict)).toContain('"name":"Office"');
      const misspelt = await run(["sh", "-eu", "-c", strict.replace("cidr=", "prefix=")]);
      expect(misspelt).toMatchObject({ code: 22, output: expect.stringContaining("extra_forbidden") });
      const found = await shell(holders);
      expect(found).toContain('"cidr":"192.0.2.0/24"');
      expect(found).toContain('"label":"order 4711"');
    },
    LIMIT_MS,
  );
});

test.skipIf(!hasRequests() && skipped("python3 with requests"))(
  "Python lists, writes by key and changes beside others",
  async () => {
    const [program = ""] = examplesOf("python");
    writeFileSync(join(folder, "example.py"), program);
    const output = await ran(["python3", "example.py"]);
    expect(output).toMatch(/^\d+ core-switch \['python'\]$/m);
    expect(await ran(["python3", "example.py"])).toBe(output);
  },
  LIMIT_MS,
);

test.skipIf(!has("ansible-playbook") && skipped("ansible-playbook"))(
  "Ansible changes what is to be changed, and says so",
  async () => {
    const [playbook = ""] = examplesOf("yaml");
    writeFileSync(join(folder, "playbook.yml"), playbook);
    const play = (...words: string[]) => ran(["ansible-playbook", "playbook.yml", ...words]);
    expect(await play("--check")).toMatch(/changed=[12]/);
    expect(await listOf("/api/v1/topology/sites")).not.toContain("branch");
    expect(await play()).toMatch(/changed=[12]/);
    expect(await listOf("/api/v1/topology/sites")).toContain("branch");
    expect(await play()).toMatch(/changed=0/);
  },
  LIMIT_MS * 3,
);
