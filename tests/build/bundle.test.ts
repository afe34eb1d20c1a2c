import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { placesFile, writtenTrace } from "#platform/written-trace";
import { bundleService } from "../../src/build/bundle";
import { PROGRAMS } from "../../src/build/place";

const PROJECT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "netatlas-bundle-"));
const made = join(folder, "0123456789abcdef".repeat(2));
const bundle = join(made, "main.js");
const textOf = (name: string) => readFileSync(join(made, name), "utf8");
let text = "";

beforeAll(async () => {
  await bundleService(made, { bytecode: false });
  text = textOf("main.js");
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
  ["main.js", "src/main.ts", '"did not stop in time"'],
  ["main.js", "src/platform/database-clock.ts", '"our bug: the database told no time"'],
  ["receiver.js", "workers/receiver.ts", '"the receiver runs as a worker thread only"'],
])("a trace of the bundle's %s names the line of %s that has %s", (name, file, wanted) => {
  const bundle = join(made, name);
  const { line, column } = placeOf(wanted, textOf(name));
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
  ["of a bundle whose places are gone", bundle.replace("/0123", "/1123")],
  ["of a bundle that lies elsewhere", bundle],
])("a place %s stays in a trace as it is", (name, file) => {
  const trace = `Error: cannot (${PROJECT}/dist)\n    at read (${file}:3:4)`;
  expect(writtenTrace(trace, name.endsWith("elsewhere") ? join(PROJECT, "dist/service") : folder)).toBe(
    trace,
  );
});

test("places that cannot be read keep no error out of the log", () => {
  const broken = bundle.replace("/0123", "/2123");
  mkdirSync(dirname(broken));
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

test("the agents that the demo plays are the package's own, which is written for the lax mode of the language", () => {
  expect(textOf("demo.js")).toContain('from"net-snmp"');
});

test("workers that last are files of the bundle, which load no source of ours, and others are the sources", () => {
  const files = readdirSync(made).filter((name) => name.endsWith(".js"));
  expect(files.toSorted()).toEqual([
    "demo.js",
    "echo.js",
    "main.js",
    "merge-segments.js",
    "network.js",
    "parse-chunk.js",
    "past.js",
    "receiver.js",
    "relay.js",
  ]);
  const own = files.filter((name) => !(name.slice(0, -".js".length) in PROGRAMS));
  for (const name of own) expect(text).toContain(`new URL("./${name}",import.meta.url)`);
  for (const name of own) expect([name, /from"[./]|import\("[./]/.test(textOf(name))]).toEqual([name, false]);
  expect(text).toContain("workers/render-report.ts");
});

test("the main thread's file has no parser, as threads of their own parse", () => {
  const { files }: { files: string[] } = JSON.parse(textOf("main.js.places"));
  const parsers = (names: readonly string[]) =>
    names.filter((name) => name.startsWith("src/features/syslog/parse/formats/"));
  expect(parsers(files)).toEqual([]);
  const threads: { files: string[] } = JSON.parse(textOf("parse-chunk.js.places"));
  expect(parsers(threads.files).length).toBeGreaterThan(20);
});
