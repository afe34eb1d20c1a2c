import { describe, expect, test } from "bun:test";
import { COMMA } from "../../../../../src/features/syslog/parse/values/characters";
import { KeyedValues } from "../../../../../src/features/syslog/parse/values/keyed-values";
import {
  readColonPairs,
  readExtension,
  readPairs,
  separatorOf,
} from "../../../../../src/features/syslog/parse/values/pairs";

const KEYS = { a: ["a"], b: ["b", "long-key.1"], c: ["c", "a"] };

function valuesOf(read: (values: KeyedValues<"a" | "b" | "c">) => void): string[] {
  const values = new KeyedValues(KEYS);
  read(values);
  return [values.text("a"), values.text("b"), values.text("c")];
}

describe("pairs", () => {
  test.each<[string, string[]]>([
    ["a=1 b=2 c=3", ["1", "2", "3"]],
    ['a="x y" b=\'p q\' c=""', ["x y", "p q", "x y"]],
    ["a= b=2", ["", "2", ""]],
    ["long-key.1=1 a=2", ["2", "1", "2"]],
    ["long-key.1=1 b=2", ["", "2", ""]],
    ["a=1 a=2", ["1", "", "1"]],
    ['a="say \\"b=2\\"" b=3', ['say "b=2"', "3", 'say "b=2"']],
    ['a="\\\\" b=3', ["\\", "3", "\\"]],
    ['a="open b=3', ['"open', "3", '"open']],
    ["url=/?a=9 b=2", ["", "2", ""]],
    ["xa=1 a.b=2 =3", ["", "", ""]],
    ["", ["", "", ""]],
  ])("%s", (text, wanted) => {
    expect(valuesOf((values) => readPairs(text, values))).toEqual(wanted);
  });

  test("may be separated by commas", () => {
    const text = 'a=1,b="x,y",c=3';
    expect(separatorOf(text)).toBe(COMMA);
    expect(valuesOf((values) => readPairs(text, values, { separator: COMMA }))).toEqual(["1", "x,y", "3"]);
    expect(separatorOf("a=1 b=2,c=3")).not.toBe(COMMA);
  });
});

describe("an extension", () => {
  test.each<[string, string[]]>([
    ["a=one two b=2 c=3", ["one two", "2", "3"]],
    [String.raw`a=x \= y \\ z b=2`, [String.raw`x = y \ z`, "2", String.raw`x = y \ z`]],
    ['a="x y"  b= 2', ["x y", "2", "x y"]],
    ["a=http://x/?b=9&c=8 b=2", ["http://x/?b=9&c=8", "2", "http://x/?b=9&c=8"]],
    ["a=CN=x,b=y b=2", ["CN=x,b=y", "2", "CN=x,b=y"]],
    ["a=", ["", "", ""]],
  ])("%s", (text, wanted) => {
    expect(valuesOf((values) => readExtension(text, values, { start: 0 }))).toEqual(wanted);
  });

  test("may have another delimiter", () => {
    const text = "a=one b=x\tb=2\tc=3";
    expect(valuesOf((values) => readExtension(text, values, { start: 0, delimiter: 9 }))).toEqual([
      "one b=x",
      "2",
      "3",
    ]);
  });
});

describe("colon pairs", () => {
  test.each<[string, string[]]>([
    ["a: 1, b: 2, c: 3", ["1", "2", "3"]],
    ["a: x, y, b: http://z, c: ", ["x, y", "http://z", "x, y"]],
    ["x: 1, b: p: q", ["", "p: q", ""]],
    ["no pairs, at all", ["", "", ""]],
  ])("%s", (text, wanted) => {
    expect(valuesOf((values) => readColonPairs(text, values))).toEqual(wanted);
  });
});

test("the values of the line before are forgotten", () => {
  const values = new KeyedValues(KEYS);
  readPairs("a=1 b=2", values);
  values.clear();
  readPairs("b=3", values);
  expect([values.text("a"), values.text("b"), values.text("c")]).toEqual(["", "3", ""]);
});
