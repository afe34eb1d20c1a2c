import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { buildClient } from "../../clients/typescript/build";
import service from "../../package.json" with { type: "json" };
import { ADMIN, setUpAdmin } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { temporaryPath } from "../support/temporary-path";

/** `@netatlas/client` as who gets its tarball uses it: installed, type-checked and run beside the real service. */
const LIMIT_MS = 120_000;
const project = temporaryPath("client-project");
const tsc = join(import.meta.dir, "../../node_modules/typescript/bin/tsc");
let running: ServiceProcess;
let key = "";

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: project, stdout: "pipe", stderr: "pipe" });
  const [output, problems] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}:\n${output}${problems}`);
  return output;
}

beforeAll(async () => {
  mkdirSync(project, { recursive: true });
  const tarball = await buildClient(project);
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "project", type: "module", private: true }),
  );
  await run([process.execPath, "add", tarball]);
  cpSync(join(import.meta.dir, "fixtures/consumer.ts"), join(project, "consumer.ts"));
  writeFileSync(
    join(project, "run.js"),
    `import { consume } from "./consumer.js";
const [url, key, username, password] = process.argv.slice(2);
console.log(JSON.stringify(await consume(url, { key, username, password })));
`,
  );
  const compilerOptions = {
    target: "ES2022",
    module: "NodeNext",
    moduleResolution: "NodeNext",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  running = await startService();
  ({ key } = await setUpAdmin(running.url));
}, LIMIT_MS);
afterAll(() => running.remove());

const installed = (file: string) => join(project, "node_modules/@netatlas/client", file);

test("the package has the service's version and needs no other", () => {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(installed("package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "@netatlas/client", version: service.version, type: "module" });
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  expect(readFileSync(installed("dist/index.js"), "utf8")).not.toMatch(/^\s*import\b/m);
  expect(readFileSync(installed("THIRD-PARTY-LICENSES"), "utf8")).toContain("openapi-fetch");
});

let compilation: Promise<string> | undefined;

/** Makes `consumer.js`; gives what the compiler says. */
function compile(): Promise<string> {
  compilation ??= run([process.execPath, tsc, "--project", project]);
  return compilation;
}

test(
  "TypeScript takes what fits the API, declarations of the package included",
  async () => {
    expect(await compile()).toBe("");
  },
  LIMIT_MS,
);

test(
  "TypeScript refuses what does not fit the API",
  async () => {
    writeFileSync(
      join(project, "wrong.ts"),
      `import { createNetatlas } from "@netatlas/client";
const netatlas = createNetatlas({ url: "http://localhost" });
await netatlas.GET("/api/v1/topology/planets");
await netatlas.POST("/api/v1/topology/sites", { body: { title: "x" } });
`,
    );
    const options = {
      extends: "./tsconfig.json",
      compilerOptions: { noEmit: true, skipLibCheck: true },
      files: ["wrong.ts"],
    };
    writeFileSync(join(project, "wrong.json"), JSON.stringify(options));
    const child = Bun.spawn([process.execPath, tsc, "--project", "wrong.json"], {
      cwd: project,
      stdout: "pipe",
    });
    expect(await child.stdout.text()).toMatch(/wrong\.ts\(3,[^]*wrong\.ts\(4,/);
    expect(await child.exited).not.toBe(0);
  },
  LIMIT_MS,
);

const node = Bun.which("node");
const RUNTIMES = new Map([["bun", process.execPath], ...(node === null ? [] : [["node", node] as const])]);
if (node === null) process.stdout.write("node is not here: the package is run by bun alone\n");

describe.each([...RUNTIMES])("run by %s", (_, program) => {
  test(
    "it signs in, lists, writes once, changes beside others, tries, is refused and follows",
    async () => {
      await compile();
      const output = await run([program, "run.js", running.url, key, ADMIN.username, ADMIN.password]);
      const seen: Record<string, unknown> = JSON.parse(output);
      expect(seen).toMatchObject({
        me: ADMIN.username,
        lost: { sent: 3 },
        upserted: { statuses: [201, 200], isOne: true },
        changed: { written: 2, description: "theirs, ours" },
        tried: { would: "tried", actions: ["topology.site_updated"], is: "lost" },
        refusals: [
          { status: 404, detail: "Site not found", hasRequestId: true },
          { status: 422, places: ["body.cidr"] },
          { status: 401 },
        ],
        streamed: { id: expect.stringMatching(/-\d+$/), event: { id: expect.any(Number) } },
      });
      expect(seen["listed"]).toEqual(["a", "b", "c", "d", "lost"]);
      await removeSites();
    },
    LIMIT_MS,
  );
});

/** So that the next program finds what the first one found. */
async function removeSites(): Promise<void> {
  const headers = { "X-API-Key": key };
  const response = await fetch(`${running.url}/api/v1/topology/sites`, { headers });
  const sites = z.array(z.looseObject({ id: z.int() })).parse(await response.json());
  for (const { id } of sites)
    await fetch(`${running.url}/api/v1/topology/sites/${id}`, { method: "DELETE", headers });
}
