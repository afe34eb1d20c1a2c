import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageManifest from "../../package.json" with { type: "json" };
import { freePort } from "../support/free-port";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(120_000);

/** `bun run start` on a clean copy of what is in the repository, and on one with the development packages. */
const ROOT = join(import.meta.dir, "../..");
const copy = mkdtempSync(join(tmpdir(), "netatlas-clean-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Types that packages of production name as optional peers: bun installs what the lock file has of those. */
const ALSO_OF_PRODUCTION = ["bun-types", "@types/react"];

const isInstalled = (name: string) => existsSync(join(copy, "node_modules", name));

const developmentPackages = Object.keys(packageManifest.devDependencies).filter(
  (name) => !ALSO_OF_PRODUCTION.includes(name),
);

/** Starts as README says, waits until the UI is there, and stops. */
async function startAndStop(): Promise<void> {
  const port = String(freePort());
  const service = Bun.spawn(["bun", "run", "start"], {
    cwd: copy,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      APP_ENV: "production",
      APP_HOST: "127.0.0.1",
      APP_PORT: port,
      DATA_DIR: join(copy, "data"),
      SYSLOG_ENABLED: "false",
      SYSLOG_MIN_FREE_BYTES: "0",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const page = async () => {
      if (service.exitCode !== null) throw new Error(`the start ended with ${service.exitCode}`);
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      return answer?.ok === true && (await answer.text()).includes('type="module"');
    };
    await waitFor("the page", page, 90_000);
  } finally {
    service.kill("SIGTERM");
    await service.exited;
  }
}

test("a production start installs no development packages, and needs none; those of a developer stay", async () => {
  const files = (
    await Bun.$`git ls-files package.json bun.lock bunfig.toml tsconfig.json CHANGELOG.md patches src workers drizzle`
      .cwd(ROOT)
      .text()
  )
    .trim()
    .split("\n");
  for (const file of files) cpSync(join(ROOT, file), join(copy, file));
  expect(developmentPackages.length).toBeGreaterThan(15);
  await startAndStop();
  for (const name of Object.keys(packageManifest.dependencies))
    expect([name, isInstalled(name)]).toEqual([name, true]);
  expect(developmentPackages.filter(isInstalled)).toEqual([]);

  // What `bun run check` begins with, and a start after it.
  const full = Bun.spawnSync(["bun", "install", "--frozen-lockfile", "--silent"], { cwd: copy });
  expect(full.exitCode).toBe(0);
  await startAndStop();
  expect(developmentPackages.filter((name) => !isInstalled(name))).toEqual([]);
});

test("the image is built without them, and holds what the service alone needs", () => {
  const lines = readFileSync(join(ROOT, "Containerfile"), "utf8").split("\n");
  const installs = lines.flatMap((line) => /bun install[^&]*/.exec(line)?.[0].trim() ?? []);
  expect(installs).toEqual([
    "bun install --frozen-lockfile --production",
    "bun install --frozen-lockfile --production --filter ./",
  ]);
});
