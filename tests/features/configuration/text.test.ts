import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { toYaml } from "../../../src/features/configuration/bundle/write-yaml";
import { parseFullYaml } from "../../../src/features/configuration/text/full-yaml";
import { parseBundleText } from "../../../src/features/configuration/text/parse-text";
import { TextFault } from "../../../src/features/configuration/text/parsed";
import { NotPlain, parsePlainYaml } from "../../../src/features/configuration/text/plain-yaml";
import { rounds } from "../../support/rounds";

/** Texts that are written, read, and mistaken for something else. */
const word = fc.oneof(
  fc.constantFrom(
    "null",
    "yes",
    "1e3",
    "0x1f",
    "0o7",
    "-",
    "- a",
    "a: b",
    "#",
    "a #b",
    "~",
    "[]",
    "{}",
    "'",
    '"',
    "|",
    ">",
    "&a",
    "*a",
    "!x",
    "?",
    "%",
    "@",
    "`",
    "2026-01-01",
    ".inf",
    "1_000",
    "+1",
    " a ",
    "a\tb",
    "a\nb",
    "\u2028",
    "\ufeff",
    "=",
    "<<",
    "__proto__",
    "constructor",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const scalar = fc.oneof(
  word,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(word, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

test("what is written as YAML is read as the same, line by line and by the reader of all of YAML", () => {
  fc.assert(
    fc.property(fc.dictionary(word, value, { maxKeys: 4, noNullPrototype: true }), (given) => {
      const text = toYaml(given);
      expect(parseBundleText({ text, format: "yaml" })).toEqual({ value: given, lines: [] });
      expect(parseFullYaml(text)).toEqual(given);
    }),
    { seed: 20261128, numRuns: rounds(1000) },
  );
});

const line = fc
  .tuple(
    fc.constantFrom("", "  ", "    ", "- ", "  - ", "- - "),
    fc.constantFrom("a:", "b:", '"c":', "", "a :", "#"),
    fc.oneof(
      fc.constantFrom("", " ", " # c", " x y", " {a: 1}", " [1, 2]", " |", " 'q'", ' "q"'),
      word.map((text) => ` ${text}`),
    ),
  )
  .map((parts) => parts.join(""));

test("whatever is written: what is read line by line is what the reader of all of YAML reads", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (given) => {
      const text = given.join("\n");
      const plain = outcomeOf(() => parsePlainYaml(text));
      if (plain === "not plain") return;
      expect(
        outcomeOf(() => parseFullYaml(text)),
        text,
      ).toEqual(plain);
    }),
    { seed: 20261128, numRuns: rounds(10_000) },
  );
});

/** What was read; of what cannot be, only that. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof NotPlain) return "not plain";
    if (error instanceof TextFault) return "a fault";
    throw error;
  }
}

describe("hostile texts are refused soon", () => {
  test.each([
    ["an alias that stands for too much", `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`],
    ["brackets without end", `a: ${"[".repeat(100_000)}`],
    ["levels without end", Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}a:`).join("\n")],
    ["a tag", "a: !!js/function x\n"],
    ["several documents", "a: 1\n---\nb: 2\n"],
    ["a long text in words of YAML that take a tree", `a: |\n${"  x\n".repeat(1_000_000)}`],
    ["keys that are lists", "? [a]\n: 1\n"],
  ])("%s", (_, text) => {
    expect(parseBundleText({ text, format: "yaml" }).fault?.message).toBeString();
  });

  // Each took the parser gigabytes, minutes, or both.
  test.each([
    ["two million brackets", "[".repeat(2_000_000), "has more than 32 levels"],
    ["braces within braces", "{a: ".repeat(500_000), "has more than 32 levels"],
    ["keys that have keys", "? ".repeat(1_000_000), "has more than 32 levels"],
    ["values of values", `'a': 1\n${": ".repeat(1_000_000)}`, "has more than 32 levels"],
    ["lists of lists in a line", `'a': 1\n${"- ".repeat(1_000_000)}`, "has more than 32 levels"],
    ["brackets that nothing has opened", "]".repeat(300_000), "Unexpected flow-seq-end token in YAML"],
    ["pairs of brackets", "[]".repeat(150_000), "Unexpected flow-seq-end token in YAML"],
    ["a second document", "'a': 1\n---\nb: 2\n", "holds more than one document"],
  ])("%s, and said why", (_, text, message) => {
    expect(parseBundleText({ text, format: "yaml" }).fault?.message).toStartWith(message);
  });

  test("brackets in texts, in blocks and one behind the other are no levels", () => {
    const many = "[".repeat(100);
    const text = `a: 'x${many}'\nb: |\n  ${many}\nc: x${many}\nd: [${"[1], {e: 2}, ".repeat(100)}]\n`;
    const { value, fault } = parseBundleText({ text, format: "yaml" });
    expect(fault).toBeUndefined();
    expect(value).toMatchObject({ a: `x${many}`, b: `${many}\n`, c: `x${many}` });
  });

  test.each([
    ["NUL", String.raw`a: {b: ["x", "\0"]}`, "a text cannot hold the character NUL"],
    ["NUL in a key", String.raw`"a\u0000": 1`, "a text cannot hold the character NUL"],
    ["half of a surrogate pair", String.raw`a: "\ud800"`, "a text has half of a surrogate pair"],
  ])("%s, which no database keeps, by its line", (_, text, message) => {
    expect(parseBundleText({ text: `# first\n${text}\n`, format: "yaml" }).fault).toEqual({
      line: 2,
      message,
    });
  });

  test("more lines, values or keys than the service has time for", () => {
    const faultOf = (text: string) => parseBundleText({ text, format: "yaml" }).fault?.message;
    expect(faultOf("- 1\n".repeat(2_000_001))).toStartWith("has more than 2000000 lines");
    expect(faultOf("a: 1\n" + "\n".repeat(2_000_001))).toStartWith("has more than 2000000 lines");
    expect(faultOf("- - - - 1\n".repeat(500_001))).toStartWith("has more than 2000000 values");
    const keys = Array.from({ length: 10_001 }, (_, place) => `  k${place}: 1`).join("\n");
    expect(faultOf(`a:\n${keys}`)).toBe("has more than 10000 keys");
    expect(faultOf(`'a':\n${keys}`)).toBe("has more than 10000 keys");
    const inJson = (text: string) => parseBundleText({ text, format: "json" }).fault?.message;
    expect(inJson(`[${"1,".repeat(2_000_000)}1]`)).toStartWith("has more than 2000000 values");
    expect(inJson(`{${keys.replaceAll(/k\d+/g, '"$&"').replaceAll("\n", ",")}}`)).toBe(
      "has more than 10000 keys",
    );
  });

  // A tree of each took seconds and up to a gigabyte.
  test.each([
    ["values in brackets", `'a': [${"1,".repeat(690_000)}]\n`],
    ["values with a line for each", `'a':\n${"- 1\n".repeat(500_000)}`],
    ["braces with nothing in them", `'a': [${"{},".repeat(600_000)}]\n`],
    ["comments", `'a': 1\n${"#\n".repeat(1_000_000)}`],
    ["blank lines", `'a': 1\n${"\n".repeat(1_900_000)}`],
  ])("so many %s that a tree of them is too much", (_, text) => {
    expect(parseBundleText({ text, format: "yaml" }).fault?.message).toStartWith("has too many values for");
  });

  test("no text as people write it is too much, however long", () => {
    const device = `  - display_name: sw-1\n    note: |\n      one\n    tags: ["a", "b"]\n    ip: 10.0.0.1\n\n`;
    const text = `devices:\n${device.repeat(24_500)}`;
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(parseBundleText({ text, format: "yaml" }).fault).toBeUndefined();
  });

  test("half a million values on one line, of which the last one's is asked for", () => {
    const text = `[${"1,".repeat(500_000)}1]`;
    expect(parseBundleText({ text, format: "json", paths: [[500_000]] }).lines).toEqual([1]);
  });

  test("brackets of JSON without end", () => {
    const { fault } = parseBundleText({ text: "[".repeat(1_000_000), format: "json" });
    expect(fault).toEqual({ line: 1, message: "has more than 32 levels" });
  });

  test("a key twice among ten thousand", () => {
    const keys = Array.from({ length: 10_000 }, (_, place) => `k${place}: 1`).join("\n");
    expect(parseBundleText({ text: `${keys}\nk7: 2\n`, format: "yaml" }).fault).toEqual({
      line: 10_001,
      message: "has the key 'k7' twice",
    });
  });
});

test("a path that is asked for is told by its line, and one that is not there by the next above it", () => {
  const text = `# first
version: 1
devices:
  - display_name: a
    tags: [x]

  - display_name: b
    interfaces:
      - name: c
`;
  const paths = [["devices", 1, "interfaces", 0, "name"], ["devices", 1, "missing"], ["devices"], []];
  expect(parseBundleText({ text, format: "yaml", paths }).lines).toEqual([9, 7, 3, 1]);
  const json = `{"version": 1,\n "devices": [\n{"a": 1},\n{"b": 2}]}`;
  expect(parseBundleText({ text: json, format: "json", paths: [["devices", 1, "b"]] }).lines).toEqual([4]);
});
