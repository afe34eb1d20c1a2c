import { describe, expect, test } from "bun:test";
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  letrec,
  nat,
  oneof,
  property,
  string,
  tuple,
} from "fast-check";
import { getLocation, printParseErrorCode, visit } from "jsonc-parser";
import { findJsonFault, type JsonFault } from "#platform/http/json-scan";
import { rounds } from "../../support/rounds";

/**
 * The same by an independent parser, slowly: the grammar of jsonc-parser without comments, and a set of names for each
 * object.
 */
function faultByReference(text: string): JsonFault | undefined {
  let found: JsonFault | undefined;
  const note = (fault: JsonFault) => (found ??= fault);
  const noteText = (offset: number, reason: string) => note({ kind: "text", offset, reason });
  const names: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void names.push(new Set()),
      onObjectEnd: () => void names.pop(),
      onObjectProperty(name, offset) {
        if (name === "__proto__") noteText(offset, "the name __proto__ is not allowed");
        if (name.includes("\0") || !name.isWellFormed()) noteText(offset, "a name that is no text");
        if (names.at(-1)?.has(name)) noteText(offset, `duplicate name ${JSON.stringify(name)}`);
        names.at(-1)?.add(name);
      },
      onLiteralValue(value, offset) {
        if (typeof value !== "string" || found !== undefined) return;
        const { path } = getLocation(text, offset);
        if (value.includes("\0")) note({ kind: "value", path, reason: "nul" });
        else if (!value.isWellFormed()) note({ kind: "value", path, reason: "unicode" });
      },
      onError: (error, offset) => void noteText(offset, printParseErrorCode(error)),
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
  );
  return found;
}

/** What a string is wrong for may be several things at once; where it is wrong is one. */
function placeOf(fault: JsonFault | undefined) {
  return fault?.kind === "text" ? { kind: fault.kind, offset: fault.offset } : fault;
}

const RUNS = { numRuns: rounds(3000), seed: 20_261_122 };

/**
 * Names and texts of few characters, so that names come twice and escapes, NUL and halves of characters are frequent.
 */
const shortText = string({
  unit: constantFrom("a", "b", '"', "\\", "\0", "\ud83d", "\ude00", "é", "/", "\n"),
  maxLength: 3,
});

/** A JSON string in which any character may stand as its escape. */
const writtenString = tuple(shortText, array(boolean(), { minLength: 3, maxLength: 3 })).map(
  ([text, escaped]) => {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    const written = units.map((unit, at) =>
      escaped[at] === true || unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit & 0xf800) === 0xd800
        ? `\\u${unit.toString(16).padStart(4, "0")}`
        : String.fromCharCode(unit),
    );
    return `"${written.join("")}"`;
  },
);

const gap = constantFrom("", "", "", " ", "\n", "\t\r\n");

const { document } = letrec<{ document: string; list: string; object: string }>((tie) => ({
  document: oneof(
    { maxDepth: 5, withCrossShrink: true },
    constantFrom("0", "-1", "1.5e-3", "12E+4", "true", "false", "null"),
    writtenString,
    tie("list"),
    tie("object"),
  ),
  list: tuple(array(tie("document"), { maxLength: 4 }), gap).map(
    ([items, space]) => `[${space}${items.join(`${space},${space}`)}${space}]`,
  ),
  object: tuple(
    array(tuple(oneof(writtenString, constant('"__proto__"')), tie("document")), {
      maxLength: 4,
    }),
    gap,
  ).map(
    ([members, space]) =>
      `{${space}${members.map(([name, value]) => `${name}${space}:${space}${value}`).join(",")}${space}}`,
  ),
}));

describe("the scan finds what a slow parser finds, where it finds it", () => {
  test("in documents of any form", () => {
    assert(
      property(document, (text) => {
        expect(findJsonFault(text)).toEqual(faultByReference(text));
      }),
      RUNS,
    );
  });

  test("in documents that were cut, or into which something was put", () => {
    const piece = constantFrom(
      "",
      ",",
      ":",
      "]",
      "}",
      "{",
      "[",
      '"',
      "1",
      "-",
      "01",
      ".5",
      "1.",
      "2e",
      "nul",
      "true",
      "nullx",
      "//",
      "/*",
      "/",
      "\\x",
      "\\u00g0",
      "\t",
      "\u0001",
      "\u00a0",
      "'",
    );
    assert(
      property(document, nat(), nat(3), piece, (text, place, cut, inserted) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + inserted + text.slice(at + cut);
        expect(placeOf(findJsonFault(broken))).toEqual(placeOf(faultByReference(broken)));
      }),
      RUNS,
    );
  });

  test("in any text at all", () => {
    const text = string({
      unit: constantFrom(...'{ } [ ] " , : \\ u 0 e - . 1 t n f /'.split(" "), " ", "\n"),
      maxLength: 12,
    });
    assert(
      property(text, (given) => {
        expect(placeOf(findJsonFault(given))).toEqual(placeOf(faultByReference(given)));
      }),
      { ...RUNS, numRuns: rounds(20_000) },
    );
  });

  test("what has no fault is what JSON.parse takes", () => {
    const text = string({ unit: constantFrom(...'{ } [ ] " , : 0 e - 1'.split(" "), " "), maxLength: 8 });
    assert(
      property(text, (given) => {
        if (findJsonFault(given) === undefined) expect(() => JSON.parse(given)).not.toThrow();
      }),
      { ...RUNS, numRuns: rounds(20_000) },
    );
  });
});

describe("the names of an object", () => {
  const objectOf = (count: number, last: string) =>
    `{${Array.from({ length: count }, (_, index) => `"n${index}":1,`).join("")}"${last}":1}`;

  test.each([1, 23, 24, 25, 1000])("one that comes again behind %p others is found", (count) => {
    for (const twin of [0, count - 1]) {
      const fault = findJsonFault(objectOf(count, `n${twin}`));
      expect(fault).toMatchObject({ kind: "text", reason: `duplicate name "n${twin}"` });
    }
    expect(findJsonFault(objectOf(count, "other"))).toBeUndefined();
  });

  test("are 25,000 at most", () => {
    expect(findJsonFault(objectOf(24_999, "other"))).toBeUndefined();
    expect(findJsonFault(objectOf(25_000, "other"))).toMatchObject({
      reason: "more than 25000 names in an object",
    });
  });
});

/** Time for each octet, at the best of some runs, must not grow with the size of a document. */
describe("the time of a scan grows with the size of the text alone", () => {
  const repeated = (piece: string, close: string) => (size: number) =>
    `${piece.repeat(Math.ceil(size / piece.length))}${close}`;
  const shapes: [name: string, of: (size: number) => string][] = [
    ["a list of ones", (size) => `{"a":[${repeated("1,", "1")(size)}]}`],
    ["objects", (size) => `[${repeated('{"a":{}},', "1")(size)}]`],
    ["names by escape", (size) => `[${repeated('{"\\u0061":1},', "1")(size)}]`],
    ["one long text", (size) => JSON.stringify({ a: "\\".repeat(size / 2) })],
    ["names", (size) => `[${repeated(`${objectOf(500)},`, "1")(size)}]`],
    ["no end", (size) => `[${repeated('{"a":1},', "")(size)}`],
    ["a fault at the end", (size) => `[${repeated('["a"],', '"\\u0000"')(size)}]`],
  ];
  function objectOf(count: number): string {
    return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1])));
  }

  function bestMs(text: string): number {
    const times = Array.from({ length: 7 }, () => {
      const started = performance.now();
      findJsonFault(text);
      return performance.now() - started;
    });
    return Math.min(...times);
  }

  test.each(shapes)("%s", (_, shape) => {
    const small = bestMs(shape(256 * 1024));
    const large = bestMs(shape(4 * 1024 * 1024));
    // Sixteen times the text: 16 if it is linear, 256 if it is quadratic.
    expect(large).toBeLessThan(Math.max(small, 1) * 64);
  });
});
