import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where the files of the UI lie, and which of its rooms may know of which. */
const WEB = join(import.meta.dir, "../../src/web");

const files = [...new Bun.Glob("**/*.{ts,tsx,css}").scanSync({ cwd: WEB })].sort();

/** So many a reader takes in at once; above that a page has rooms, by its tabs and parts. */
const MAX_FILES_IN_FOLDER = 20;

test("no folder of a page holds more files than a reader takes in", () => {
  const counts = new Map<string, number>();
  for (const file of files.filter((file) => file.startsWith("pages/"))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([]);
});

/** What of the UI a file imports, as paths from the UI's root, with types and what is loaded later. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(WEB, file), "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)].map(([, path = ""]) =>
    join(dirname(file), path),
  );
}

/** `pages/ipam` of `pages/ipam/leases/api`, `components` of `components/dialog/dialog`. */
function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "pages" ? `pages/${second}` : first;
}

/** Why a file may not import another; undefined where it may. */
function forbidden(file: string, imported: string): string | undefined {
  const [from, to] = [roomOf(file), roomOf(imported)];
  const isRoute = /(?:^|\/)(?:[\w-]+-)?routes?$/.test(imported);
  if (from === "api" && (to === "components" || to === "shell" || to.startsWith("pages/")))
    return "the API knows nothing of how it is shown";
  if (["components", "format", "url"].includes(from) && (to.startsWith("pages/") || isRoute))
    return "a component knows no page and no route";
  if (from.startsWith("pages/") && to.startsWith("pages/") && from !== to)
    return "a page knows no other page";
  return undefined;
}

describe("who imports whom", () => {
  test("nobody what it may not", () => {
    const arrows = files.flatMap((file) => importsOf(file).map((imported) => [file, imported] as const));
    expect(arrows.length).toBeGreaterThan(1000);
    expect(arrows.filter(([file, imported]) => forbidden(file, imported) !== undefined)).toEqual([]);
  });

  test.each([
    ["api/events.ts", "components/dialog/dialog"],
    ["api/events.ts", "pages/syslog/api"],
    ["components/dialog/dialog.tsx", "pages/ipam/api"],
    ["components/dialog/dialog.tsx", "routes"],
    ["components/dialog/dialog.tsx", "alert-routes"],
    ["pages/ipam/leases/leases.tsx", "pages/device/ports/ports"],
  ])("%s importing %s would be seen", (file, imported) => {
    expect(forbidden(file, imported)).toBeString();
  });

  test.each([
    ["components/dialog/dialog.tsx", "api/events"],
    ["pages/ipam/leases/leases.tsx", "pages/ipam/tree/tree-rows"],
    ["routes.tsx", "pages/ipam/search"],
  ])("%s may import %s", (file, imported) => {
    expect(forbidden(file, imported)).toBeUndefined();
  });
});

test("no dialog writes out the row of buttons at its foot", () => {
  const dialogs = files.filter((file) => /<Dialog\b/.test(readFileSync(join(WEB, file), "utf8")));
  expect(dialogs.length).toBeGreaterThan(40);
  const own = /justify="flex-end"|>\s*Cancel\s*<\/Button>/;
  expect(dialogs.filter((file) => own.test(readFileSync(join(WEB, file), "utf8")))).toEqual([]);
});
