import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Features that know each other in a circle are one feature in several folders. The linter sees circles of files alone,
 * not that one file of a feature imports another feature, of which some other file imports the first.
 */
const ROOT = join(import.meta.dir, "../..");

/** `from` imports `to` in the file. */
type Import = { from: string; to: string; file: string };

/** What a source imports by the names of package.json; a transpiler would leave out those of types. */
function namesIn(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*"(#[^"]+)"/g)].map(([, name = ""]) => name);
}

/** The tables that a statement in a source reads or writes, by their names in the database. */
function tablesIn(source: string): string[] {
  return [...source.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (?:ONLY )?([a-z_]+)\b/g)].map(
    ([, name = ""]) => name,
  );
}

const FILES = [...new Bun.Glob("src/features/*/**/*.ts").scanSync({ cwd: ROOT })]
  .sort()
  .map((file) => ({ file, from: file.split("/")[2] ?? "", source: readFileSync(join(ROOT, file), "utf8") }));

/** The feature of each table, by the table's name. */
const OWNERS = new Map(
  FILES.filter(({ file }) => file.endsWith("/tables.ts")).flatMap(({ from, source }) =>
    [...source.matchAll(/\bpgTable\(\s*"([a-z_]+)"/g)].map(([, name = ""]) => [name, from] as const),
  ),
);

/** What features know of each other by these ways: names of package.json, or `SQL` for tables in statements. */
function importsOf(ways: readonly string[]): Import[] {
  return FILES.flatMap(({ file, from, source }) => {
    const imported = namesIn(source).flatMap((name) => {
      const [room = "", to = ""] = name.split("/");
      return ways.includes(room) ? [to] : [];
    });
    const stated = ways.includes("SQL") ? tablesIn(source).flatMap((name) => OWNERS.get(name) ?? []) : [];
    return [...new Set([...imported, ...stated])].flatMap((to) => (to === from ? [] : [{ from, to, file }]));
  });
}

/** A shortest circle, as a line that names its features and the files which close it; undefined: there is none. */
function findCircle(imports: readonly Import[]): string | undefined {
  const known = Map.groupBy(imports, ({ from }) => from);
  const circles = [...known.keys()].flatMap((start) => {
    const circle = wayBack(known, start);
    return circle === undefined ? [] : [circle];
  });
  const [shortest] = circles.sort((one, other) => one.length - other.length);
  if (shortest === undefined) return undefined;
  const steps = shortest.map(({ to, file }) => ` -> ${to} (${file})`);
  return `${shortest[0]?.from}${steps.join("")}`;
}

/** A shortest way from a feature over others to itself. */
function wayBack(known: ReadonlyMap<string, readonly Import[]>, start: string): Import[] | undefined {
  const seen = new Set<string>();
  let ways: Import[][] = [[]];
  while (ways.length > 0) {
    const longer = ways.flatMap((way) =>
      (known.get(way.at(-1)?.to ?? start) ?? []).map((step) => [...way, step]),
    );
    const closed = longer.find((way) => way.at(-1)?.to === start);
    if (closed !== undefined) return closed;
    ways = longer.filter((way) => {
      const reached = way.at(-1)?.to ?? "";
      const isNew = !seen.has(reached);
      seen.add(reached);
      return isNew;
    });
  }
  return undefined;
}

test.each([
  ["call each other", ["#features"]],
  ["read each other's tables", ["#tables"]],
  ["call each other and read each other's tables", ["#features", "#tables"]],
  ["know each other, statements in SQL included,", ["#features", "#tables", "SQL"]],
])("no features %s in a circle", (_, rooms) => {
  const imports = importsOf(rooms);
  expect(imports.length).toBeGreaterThan(100);
  expect(findCircle(imports)).toBeUndefined();
});

test("the platform reads and writes no table that a feature has", () => {
  const files = [...new Bun.Glob("src/platform/**/*.ts").scanSync({ cwd: ROOT })].sort();
  const named = files.flatMap((file) =>
    tablesIn(readFileSync(join(ROOT, file), "utf8"))
      .filter((name) => OWNERS.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(named).toEqual([]);
});

describe("a circle would be seen", () => {
  const step = (from: string, to: string) => ({ from, to, file: `${from}.ts` });

  test("of two features", () => {
    expect(findCircle([step("a", "b"), step("b", "c"), step("c", "b")])).toBe("b -> c (b.ts) -> b (c.ts)");
  });

  test("through a third feature", () => {
    const circle = findCircle([step("a", "b"), step("b", "c"), step("c", "a"), step("c", "d")]);
    expect(circle).toBe("a -> b (a.ts) -> c (b.ts) -> a (c.ts)");
  });

  test("none where several ways lead to one feature", () => {
    expect(findCircle([step("a", "b"), step("a", "c"), step("b", "d"), step("c", "d")])).toBeUndefined();
  });
});

test("imports of values, of types and of both at once are seen", () => {
  const source = `import { a } from "#features/one";
    import type { B } from "#features/two";
    import { type C } from "#features/three";
    export { d } from "#features/four";
    export type { E } from "#tables/five";
    const f = await import("#features/six");
    console.log(a, d, f);`;
  const names = [
    "#features/four",
    "#features/one",
    "#features/six",
    "#features/three",
    "#features/two",
    "#tables/five",
  ];
  expect([...new Set(namesIn(source))].sort()).toEqual(names);
});

test("tables in statements are seen, with their owners", () => {
  const names = tablesIn("INSERT INTO users SELECT FROM devices JOIN ONLY sites s UPDATE roles SET x");
  expect(names).toEqual(["users", "devices", "sites", "roles"]);
  expect(names.map((name) => OWNERS.get(name))).toEqual(["users", "topology", "topology", "users"]);
});
