import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Rules of the house that no linter sees. */
const ROOT = join(import.meta.dir, "../..");

function filesIn(pattern: string): string[] {
  return [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].sort();
}

/** The files whose code (comments left out) has the pattern. */
function filesWith(files: string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(codeOf(file)));
}

function codeOf(file: string): string {
  const text = readFileSync(join(ROOT, file), "utf8");
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
}

/** Written by a program, read by none of us. */
const GENERATED = "src/web/api/schema.d.ts";

const sources = [...filesIn("src/**/*.{ts,tsx}"), ...filesIn("workers/*.ts")].filter(
  (file) => file !== GENERATED,
);

test("there is code to look at", () => {
  expect(sources.length).toBeGreaterThan(50);
});

test("only src/settings reads the environment: all of it, and before it whether a relay is wanted", () => {
  const readers = filesWith(sources, /\b(?:Bun|process|import\.meta)\.env\b|\bprocess\[|from "node:process"/);
  expect(readers).toEqual(["src/settings/is-relay.ts", "src/settings/settings.ts"]);
});

test("DuckDB's streaming API is not used: a stream that breaks ends as if it were complete", () => {
  const store = sources.filter((file) => /^src\/features\/(?:syslog|exports)\//.test(file));
  expect(store.length).toBeGreaterThan(20);
  expect(filesWith(store, /\.(?:stream|streamAndRead\w*)\(/)).toEqual([]);
});

describe("workers import only what may run in a thread without database, HTTP and native add-ons", () => {
  /**
   * What a worker's bundle, and those of the platform's files that it uses, still import when every package is left
   * outside.
   */
  async function importsOf(worker: string): Promise<string[]> {
    const { outputs } = await Bun.build({
      entrypoints: [join(ROOT, worker)],
      target: "bun",
      packages: "external",
      throw: true,
    });
    const transpiler = new Bun.Transpiler({ loader: "js" });
    const texts = await Promise.all(outputs.map((output) => output.text()));
    const paths = texts.flatMap((text) => transpiler.scanImports(text)).map(({ path }) => path);
    const followed = paths.map(async (path) =>
      path.startsWith("#platform/") ? await importsOf(path.replace(/^#(.*)$/, "src/$1.ts")) : [path],
    );
    return [...new Set((await Promise.all(followed)).flat())].sort();
  }

  const ALLOWED: Record<string, readonly string[]> = {
    // piscina: the marker with which a task says what moves to the main thread.
    // bun:jsc: a long-lived thread collects what is garbage in it.
    // A long-lived thread: ARP sockets and connections.
    "workers/scan.ts": ["bun:ffi", "ipaddr.js", "worker_threads"],
    "workers/parse-chunk.ts": ["buffer", "bun:jsc", "ipaddr.js", "os", "piscina"],
    // A long-lived thread: ICMP sockets.
    "workers/echo.ts": ["bun:ffi", "bun:jsc", "crypto", "ipaddr.js", "worker_threads"],
    // Processes of their own; the first reads what is large by DuckDB, too.
    "workers/merge-segments.ts": ["@duckdb/node-api", "bun:ffi", "fs", "os", "path", "timers/promises"],
    "workers/dump-database.ts": ["bun:ffi", "bun:sqlite", "fs", "os"],
    // The models of the API, which check each row, are zod's.
    "workers/parse-import.ts": ["@hono/zod-openapi", "csv-parse/sync", "ipaddr.js", "util", "zod"],
    "workers/parse-leases.ts": ["@hono/zod-openapi", "csv-parse/sync", "ipaddr.js", "util", "zod"],
    "workers/plan-subnets.ts": ["ipaddr.js"],
    "workers/read-bundle.ts": ["yaml"],
    "workers/read-import.ts": ["buffer", "csv-parse/sync", "fs/promises", "ipaddr.js", "url", "util", "zod"],
    "workers/read-vendor-registry.ts": ["fs", "url"],
    "workers/parse-lines.ts": ["buffer", "ipaddr.js"],
    "workers/test-format.ts": ["buffer", "ipaddr.js"],
    "workers/render-report.ts": [
      "fs",
      "fs/promises",
      "path",
      "pdfmake",
      "piscina",
      "subset-font",
      "url",
      "zod",
    ],
    "workers/render-sheet.ts": [
      "fs",
      "fs/promises",
      "path",
      "pdfmake",
      "piscina",
      "subset-font",
      "url",
      "zod",
    ],
    // The long-lived thread: sockets, the journal's files and their checksums.
    "workers/receiver.ts": [
      "@node-rs/crc32",
      "bun:ffi",
      "bun:jsc",
      "crypto",
      "fs",
      "fs/promises",
      "ipaddr.js",
      "path",
      "util",
      "timers/promises",
      "worker_threads",
    ],
  };

  test("every worker is listed here", () => {
    expect(filesIn("workers/*.ts")).toEqual(Object.keys(ALLOWED).sort());
  });

  test.each(Object.entries(ALLOWED))("%s", async (worker, allowed) => {
    expect((await importsOf(worker)).filter((path) => !allowed.includes(path))).toEqual([]);
  });

  test("an impure import would be seen", async () => {
    expect(await importsOf("src/features/users/service.ts")).toContain("drizzle-orm");
  });
});

test("no file of the project reaches past the 400 lines that a reader can hold", () => {
  const long = [...sources, ...filesIn("tests/**/*.{ts,tsx}")].filter((file) => {
    const lines = codeOf(file).split("\n");
    return lines.filter((line) => line.trim() !== "").length > 400;
  });
  expect(long).toEqual([]);
});

test("src has at most seven files of its own: everything else lies in a folder whose name says what it is", () => {
  const own = filesIn("src/*");
  expect(own).toContain("src/main.ts");
  expect(own.length).toBeLessThanOrEqual(7);
});

test("there is no file that collects what has no name of its own", () => {
  const vague = /(?:^|\/)(?:utils?|helpers?|common|types|constants|misc)(?:\.tsx?|\/)/;
  expect([...sources, ...filesIn("tests/**/*.{ts,tsx}")].filter((file) => vague.test(file))).toEqual([]);
});

test("tests mock nothing and wait for conditions, not for time", () => {
  const tests = filesIn("tests/**/*.test.ts").filter((file) => file !== "tests/house/house.test.ts");
  expect(filesWith(tests, /\bmock(?:\.module)?\(|\bspyOn\(|\bvi\.|\bjest\./)).toEqual([]);
  expect(filesWith(tests, /\btest\.(?:only|todo|failing)\b|\bdescribe\.only\b/)).toEqual([]);
});

describe("what is written here cites no text that its readers lack", () => {
  /**
   * Places in texts that are not here. Sections of RFCs, and numbers of what is in the repository, are no such thing.
   */
  const CITATIONS = [
    /\bdecisions? \d/i,
    /\b(?:contract|spec|specification|expectations),? \d/i,
    /\b(?:contract|spec|specification|expectations),? (?:(?:endpoints|schemas|settings),? )?(?:sections?|tables?|rows?) \d/i,
    /\b(?:endpoints|schemas|settings)(?:,? sections?)? \d/i,
    /\bsections? \d[\d.]* of the (?:contract|spec|specification)\b/i,
    /\b(?:design|expectations|spec|style)\.md\b/i,
    /\b(?:leads?|expectations?) \d/i,
    /\bthe (?:contract|brief|issue)(?:'s)?\b/i,
    /\bthe spec(?:ification)? (?:has|says|asks|wants|demands)\b/i,
  ];

  /** With a comment's lines put together: a citation may go over the end of one. */
  const citesIn = (text: string) => {
    const joined = text.replaceAll(/\n\s*(?:\*|\/\/)\s/g, " ");
    return CITATIONS.flatMap((pattern) => pattern.exec(joined)?.[0] ?? []);
  };

  test("no comment, no test's name and no page of the documentation", () => {
    const pages = ["*.md", "docs/**/*.md", "src/**/*.md"].flatMap(filesIn);
    expect(pages.length).toBeGreaterThan(10);
    const files = [...sources, ...filesIn("tests/**/*.{ts,tsx}"), ...pages]
      // These say what they mean by the contract, and are about it; the last one is this test.
      .filter((file) => !/^docs\/contract-\w+\.md$|^tests\/house\/house\.test\.ts$/.test(file));
    const citing = files.flatMap((file) =>
      citesIn(readFileSync(join(ROOT, file), "utf8")).map((cited) => `${file}: ${cited}`),
    );
    expect(citing).toEqual([]);
  });

  test.each([
    ["decisions", 6],
    ["contract", 20.1],
    ["contract, settings", 16],
    ["Contract table", 0.2],
    ["contract settings\n * section", 9],
    ["Spec section", 7],
    ["Expectations, section", 1],
    ["in the contract's words,", 1],
    ["the spec says", 2],
    ["lead", 17],
  ])("%j %p would be seen", (text, number) => {
    expect(citesIn(`// so (${text} ${number})`)).not.toEqual([]);
  });

  test.each([
    "RFC 9112 section 9.6",
    "decisions/paging.md",
    "tests/contract has 3 of them",
    "leads to 7",
    "fault 7",
  ])("%p is none", (text) => {
    expect(citesIn(`// so (${text})`)).toEqual([]);
  });
});
