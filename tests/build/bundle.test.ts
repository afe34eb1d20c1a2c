import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placesFile, writtenTrace } from "#platform/written-trace";
import { bundleService } from "../../src/build/bundle";

const PROJECT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "netatlas-bundle-"));
const bundle = join(folder, `main-${"0123456789abcdef".repeat(2)}.js`);
let text = "";

beforeAll(async () => {
  await bundleService(folder, { bytecode: false });
  renameSync(join(folder, "main.js"), bundle);
  renameSync(placesFile(join(folder, "main.js")), placesFile(bundle));
  text = readFileSync(bundle, "utf8");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** `line:column` of what is once in a text, from 1. */
function placeOf(wanted: string, within: string): { line: number; column: number } {
  const at = within.indexOf(wanted);
  expect(at).toBeGreaterThan(0);
  expect(within.indexOf(wanted, at + 1)).toBe(-1);
  const before = within.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

test.each([
  ["src/main.ts", '"did not stop in time"'],
  ["src/platform/database-clock.ts", '"our bug: the database told no time"'],
])("a trace of the bundle names the line of %s that has %s", (file, wanted) => {
  const { line, column } = placeOf(wanted, text);
  const written = placeOf(wanted, readFileSync(join(PROJECT, file), "utf8"));
  expect(writtenTrace(`Error: (of) it\n    at stop (${bundle}:${line}:${column})`, folder)).toBe(
    `Error: (of) it\n    at stop (${file}:${written.line})`,
  );
  expect(writtenTrace(`Error\n    at ${bundle}:${line}:${column}`, folder)).toBe(
    `Error\n    at ${file}:${written.line}`,
  );
});

test.each([
  ["of no bundle", `${PROJECT}/src/main.ts`],
  ["of a bundle whose places are gone", bundle.replace("main-0", "main-1")],
  ["of a bundle that lies elsewhere", bundle],
])("a place %s stays in a trace as it is", (name, file) => {
  const trace = `Error: cannot (${PROJECT}/dist)\n    at read (${file}:3:4)`;
  expect(writtenTrace(trace, name.endsWith("elsewhere") ? join(PROJECT, "dist/service") : folder)).toBe(
    trace,
  );
});

test("places that cannot be read keep no error out of the log", () => {
  const broken = bundle.replace("main-0", "main-2");
  writeFileSync(placesFile(broken), "{");
  const trace = `Error\n    at read (${broken}:3:4)`;
  expect(writtenTrace(trace, folder)).toBe(trace);
});

test("texts of several lines are in the bundle as they were written", () => {
  expect(text).toContain("# Changelog\n\nAll notable changes");
});

test("the bundle has nothing of packages that the service never runs", () => {
  expect(text).not.toContain("Pushgateway");
  expect(text).not.toContain("opentelemetry");
});
