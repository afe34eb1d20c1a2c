import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { Hinted, isAscii } from "../../../../../src/features/syslog/parse/values/hinted";
import { Random } from "../mutated-lines";

const SOURCES = join(import.meta.dir, "../../../../../src/features/syslog/parse");
const FIXTURES = join(import.meta.dir, "../extract/fixtures");
const DECLARATION = /new Hinted\(\s*\/(.+)\/([a-z]*),\s*"([^"]+)",?\s*\)/g;
const ENDS = [
  "192.0.2.7",
  "10.0.0.5:50122",
  "eth0",
  "7",
  "port 22",
  "->",
  "(",
  ")",
  "[",
  "]",
  "from",
  "to",
  "on",
];
const SEPARATORS = [" ", " ", " ", "", "_", "-", "=", ": "];
const SOUPS = 1000;

type Declared = { form: RegExp; pieces: string };

const sources = [...new Glob("**/*.ts").scanSync(SOURCES)].map((file) =>
  readFileSync(join(SOURCES, file), "utf8"),
);

function declaredForms(): Declared[] {
  return sources.flatMap((source) =>
    [...source.matchAll(DECLARATION)].map(([, form = "", flags = "", pieces = ""]) => ({
      form: new RegExp(form, flags.replace("g", "")),
      pieces: pieces.replaceAll(String.raw`\u2192`, "→"),
    })),
  );
}

/** Texts of the words that the form has, with what stands between them in lines. */
function soupsOf({ source }: RegExp, random: Random): string[] {
  const words = [...ENDS, ...(source.match(/[A-Za-z]+/g) ?? [])];
  const one = (list: readonly string[]) => list[random.below(list.length)] ?? "";
  return Array.from({ length: SOUPS }, () =>
    Array.from({ length: 4 + random.below(8) }, () => one(words) + one(SEPARATORS)).join(""),
  );
}

test("a form is found in a text that has a piece of it, whatever the capitals of either", () => {
  const denied = new Hinted(/den(?:y|ied)/i, "DENY|denied");
  expect(denied.test("Access DENIED here")).toBe(true);
  expect(denied.exec("they deny it")?.index).toBe(5);
});

test("a form is not looked for in a text that has no piece of it", () => {
  expect(new Hinted(/abc/, "xyz").test("abc")).toBe(false);
  expect(new Hinted(/abc/, "xyz").exec("abc")).toBeNull();
  expect(new Hinted(/abc/g, "xyz").all("abc")).toEqual([]);
});

test("what the text before had does not count for the next", () => {
  const form = new Hinted(/\w+/, "xyz");
  expect(form.test("xyz")).toBe(true);
  expect(form.test("abc")).toBe(false);
});

test("a text that is not ASCII is looked through whatever its pieces", () => {
  expect(new Hinted(/abc/, "xyz").test("abc é")).toBe(true);
  expect([isAscii("abc"), isAscii("é"), isAscii("")]).toEqual([true, false, true]);
});

test("a part of a text is looked through where the whole has a piece", () => {
  const form = new Hinted(/b/, "xyz");
  expect(form.test("b", "b xyz")).toBe(true);
  expect(form.test("b xyz", "b")).toBe(false);
});

test("all matches of a form are given", () => {
  const matches = new Hinted(/tcp|udp/g, "tcp|udp").all("tcp and udp");
  expect(matches.map(([word]) => word)).toEqual(["tcp", "udp"]);
});

test("all forms that parsers look for are among those, but for one that is put together of two", () => {
  const made = sources.reduce((sum, source) => sum + source.split("new Hinted(").length - 1, 0);
  expect(declaredForms()).toHaveLength(made - 1);
});

test("each match of a form that a parser looks for has one of its pieces", () => {
  const lines = [...new Glob("*.txt").scanSync(FIXTURES)].flatMap((file) =>
    readFileSync(join(FIXTURES, file), "utf8").split("\n"),
  );
  const found = new Set<RegExp>();
  for (const { form, pieces } of declaredForms()) {
    const hinted = new Hinted(form, pieces);
    // One for each, so that no form's texts hang on which others there are.
    const random = new Random(7);
    for (const line of [...lines, ...soupsOf(form, random)]) {
      const [match] = form.exec(line) ?? [];
      if (match === undefined) continue;
      found.add(form);
      if (!hinted.test(line, match)) throw new Error(`${pieces} are not in ${match}, which ${form} finds`);
    }
  }
  // What begins with an address's end is only looked for behind one.
  expect(found.size).toBeGreaterThanOrEqual(declaredForms().length - 1);
});
