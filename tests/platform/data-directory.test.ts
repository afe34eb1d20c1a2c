import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "#platform/data-directory";
import { bunAs } from "../support/foreign-user";
import { waitFor } from "../support/wait-for";

const scratch = mkdtempSync(join(tmpdir(), "netatlas-data-directory-"));
const FIXTURE = join(import.meta.dir, "fixtures/hold-data-directory.ts");

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function holdInAnotherProcess(path: string, command = [process.execPath]) {
  return Bun.spawn([...command, FIXTURE, path], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  for await (const bytes of stream) return new TextDecoder().decode(bytes).trim();
  return "";
}

test("a data directory is created for its owner alone, with its sub-folders", () => {
  const path = join(scratch, "new/data");
  const directory = openDataDirectory(path);
  try {
    expect(directory.path).toBe(path);
    for (const folder of [
      path,
      directory.run,
      directory.tmp,
      directory.journal,
      directory.events,
      directory.db,
    ]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
    expect(statSync(join(path, "service.lock")).mode & 0o777).toBe(0o600);
  } finally {
    directory.close();
  }
});

test("a file in its place is refused by name", () => {
  const path = join(scratch, "file");
  writeFileSync(path, "");
  expect(() => openDataDirectory(path)).toThrow(path);
});

const asNobody = bunAs(65_534);

test.skipIf(asNobody === undefined)(
  "a folder that the service may not write is refused by name",
  async () => {
    const path = join(scratch, "unwritable");
    mkdirSync(path, { mode: 0o755 });
    chmodSync(scratch, 0o755);
    const other = holdInAnotherProcess(path, asNobody);
    const [complaint, exitCode] = await Promise.all([other.stderr.text(), other.exited]);
    expect(exitCode).toBe(1);
    expect(complaint).toContain(`the data directory ${path} is not writable`);
    expect(complaint.trim().split("\n")).toHaveLength(1);
    expect(existsSync(join(path, "service.lock"))).toBe(false);
  },
);

test("a second process on the same folder is refused with a line that names it", async () => {
  const path = join(scratch, "shared");
  const directory = openDataDirectory(path);
  try {
    const other = holdInAnotherProcess(path);
    const [complaint, exitCode] = await Promise.all([other.stderr.text(), other.exited]);
    expect(exitCode).toBe(1);
    expect(complaint).toContain(`the data directory ${path} is in use by another running service`);
    expect(complaint.trim().split("\n")).toHaveLength(1);
  } finally {
    directory.close();
  }
});

test("the same process cannot open the folder twice either", () => {
  const path = join(scratch, "twice");
  const directory = openDataDirectory(path);
  try {
    expect(() => openDataDirectory(path)).toThrow("in use by another running service");
  } finally {
    directory.close();
  }
});

test("the lock outlives a garbage collection; close and kill -9 give the folder free", async () => {
  const path = join(scratch, "freed");
  openDataDirectory(path).close();
  const other = holdInAnotherProcess(path);
  expect(await firstLine(other.stdout)).toBe("held");
  expect(() => openDataDirectory(path)).toThrow("in use by another running service");
  other.kill("SIGKILL");
  await other.exited;
  const directory = await waitFor("the lock to be free", () => openDataDirectory(path), 1_000);
  directory.close();
});
