import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import {
  CAPITALS,
  DIGITS,
  LETTERS,
  StartForm,
} from "../../../../../src/features/syslog/parse/values/start-form";

const SOURCES = join(import.meta.dir, "../../../../../src/features/syslog/parse");
const FIXTURES = join(import.meta.dir, "../extract/fixtures");
/** A form that is written out, behind what it may begin with. */
const DECLARATION = /new StartForm\(\s*(?:`([^`]+)`|"([^"]+)"|(\w+)),\s*\/(.+)\/([a-z]*),?\s*\)/g;
const NAMES: Readonly<Record<string, string>> = { CAPITALS, DIGITS, LETTERS };
/** So much of a line is held against each form, from each of its characters on. */
const MAX_LENGTH = 100;
const FIRST = 0x20;
const LAST = 0x7e;

const sources = [...new Glob("**/*.ts").scanSync(SOURCES)].map((file) =>
  readFileSync(join(SOURCES, file), "utf8"),
);
const declared = sources.flatMap((source) =>
  [...source.matchAll(DECLARATION)].map(([, template, quoted, name = "", form = "", flags = ""]) => ({
    starts: startsOf(template ?? quoted ?? `\${${name}}`),
    form: new RegExp(form, flags),
  })),
);

function startsOf(written: string): string {
  return written
    .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => NAMES[name] ?? "")
    .replaceAll(String.raw`\t`, "\t");
}

test("a form is found where a text begins with it, and nowhere else", () => {
  const denied = new StartForm("dD", /^den(?:y|ied)/i);
  expect(denied.test("DENIED here")).toBe(true);
  expect(denied.exec("deny it")?.[0]).toBe("deny");
  expect([denied.test("they deny it"), denied.test("drop"), denied.test("")]).toEqual([false, false, false]);
});

test("a form is not tried on a text that begins with none of its characters", () => {
  expect(new StartForm("x", /^abc/).test("abc")).toBe(false);
  expect(new StartForm("x", /^abc/).exec("abc")).toBeNull();
  expect(new StartForm("x", /^é/).test("é")).toBe(false);
});

test("most forms of parsers are written out where they are made", () => {
  const made = sources.reduce((sum, source) => sum + source.split("new StartForm(").length - 1, 0);
  expect(declared.length).toBeGreaterThan(made / 2);
});

test("no form of a parser begins with a character that it is not said to begin with", () => {
  const texts = new Set(
    [...new Glob("*.txt").scanSync(FIXTURES)].flatMap((file) =>
      readFileSync(join(FIXTURES, file), "utf8")
        .split("\n")
        .filter((row) => !/^(?:=|##) /.test(row)),
    ),
  );
  const tails = [...texts].flatMap((text) => Array.from(text, (_, at) => text.slice(at, at + MAX_LENGTH)));
  const characters = Array.from({ length: LAST - FIRST + 1 }, (_, index) =>
    String.fromCharCode(FIRST + index),
  );
  let found = 0;
  for (const { starts, form } of declared) {
    // A line's tail may follow any character that the form could begin with.
    const others = characters.filter((character) => !starts.includes(character));
    for (const tail of tails) {
      if (starts.includes(tail.charAt(0))) continue;
      if (form.test(tail)) throw new Error(`${form} begins ${tail}, and not with one of ${starts}`);
    }
    const ends = tails.filter((tail) => starts.includes(tail.charAt(0)) && form.test(tail)).slice(0, 20);
    found += Math.min(1, ends.length);
    for (const other of others) {
      const wrong = ends.find((tail) => form.test(other + tail.slice(1)));
      if (wrong !== undefined) throw new Error(`${form} begins with ${other}, and not with one of ${starts}`);
    }
  }
  expect(found).toBeGreaterThan(declared.length / 2);
});
