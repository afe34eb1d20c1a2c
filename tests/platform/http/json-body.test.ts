import { describe, expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import { parseJsonBody } from "#platform/http/json-body";
import { patient } from "../../support/patience";

function refusalOf(text: string) {
  try {
    parseJsonBody(text);
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, detail: error.detail };
    throw error;
  }
  throw new Error(`accepted: ${text.slice(0, 100)}`);
}

test.each([
  ["{}", {}],
  ['{"a":1,"b":[true,false,null,"x",-1.5e3]}', { a: 1, b: [true, false, null, "x", -1500] }],
  ["[]", []],
  ["null", null],
  ['"text"', "text"],
  [' \t\r\n{"a" : 1}\n', { a: 1 }],
  ['{"a":"\\u00e9\\ud83d\\ude00"}', { a: "é😀" }],
  ['{"a":{"x":1},"b":{"x":2}}', { a: { x: 1 }, b: { x: 2 } }],
  ['{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
  ['{"":1}', { "": 1 }],
])("%s is understood", (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

describe("what is no JSON is `json_invalid` at the offset of the fault", () => {
  const cases: [text: string, offset: number][] = [
    ["{", 1],
    ["", 0],
    ["   ", 3],
    ["{name}", 1],
    ['{"a":1,}', 7],
    ["[1,2", 4],
    ["{'a':1}", 1],
    ['{"a":01}', 6],
    ['{"a":1} x', 8],
    ['{"a":1}{}', 7],
    ['{"a":/* no */1}', 5],
    ["// no\n{}", 0],
    ["undefined", 0],
    ["NaN", 0],
    ['{"a":"open', 5],
    ['{"a":"\\x"}', 5],
    ['{"a":"tab\there"}', 5],
    ['{"a" 1}', 5],
  ];
  test.each(cases)("%p at %p", (text, offset) => {
    const { status, detail } = refusalOf(text);
    expect(status).toBe(422);
    expect(detail).toMatchObject([{ loc: ["body", offset], type: "json_invalid" }]);
    expect(detail).toHaveLength(1);
  });

  test("the text says JSON decode error, and what was expected", () => {
    expect(refusalOf('{"a":1,}').detail).toMatchObject([
      { msg: expect.stringMatching(/^JSON decode error: \w+/) },
    ]);
  });
});

describe("a name is not given twice, and none changes a prototype", () => {
  const cases: [text: string, offset: number, msg: string][] = [
    ['{"a":1,"a":2}', 7, 'JSON decode error: duplicate name "a"'],
    ['{"a":1,"b":{"c":1,"c":1}}', 18, 'JSON decode error: duplicate name "c"'],
    ['{"a":1,"\\u0061":2}', 7, 'JSON decode error: duplicate name "a"'],
    ['{"__proto__":{}}', 1, "JSON decode error: the name __proto__ is not allowed"],
    ['[{"\\u005f_proto__":1}]', 2, "JSON decode error: the name __proto__ is not allowed"],
  ];
  test.each(cases)("%s", (text, offset, msg) => {
    expect(refusalOf(text).detail).toEqual([{ loc: ["body", offset], msg, type: "json_invalid" }]);
  });

  test("the same name in two objects is no duplicate", () => {
    expect(parseJsonBody('[{"a":1},{"a":1}]')).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

describe("at most 64 levels", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  test("64 levels are understood, 65 are not", () => {
    expect(parseJsonBody(nested(64))).toBeArray();
    expect(refusalOf(nested(65)).detail).toMatchObject([{ loc: ["body", 64], type: "json_invalid" }]);
  });

  test("fault 52: a million levels are refused at once", () => {
    const started = performance.now();
    expect(refusalOf("[".repeat(1_000_000)).status).toBe(422);
    expect(refusalOf('{"a":'.repeat(200_000)).status).toBe(422);
    expect(performance.now() - started).toBeLessThan(patient(200));
  });

  test("brackets in texts are no levels", () => {
    const text = "[{".repeat(500);
    expect(parseJsonBody(JSON.stringify({ a: text, b: '\\"[' }))).toEqual({ a: text, b: '\\"[' });
  });
});

test("a megabyte takes a few times what the engine's own parser takes", () => {
  const timeOf = (parse: (text: string) => unknown, text: string) => {
    const started = performance.now();
    parse(text);
    return performance.now() - started;
  };
  // As many as a list may have, until it is a megabyte.
  const listsOf = (item: string, items: number, lists: number) =>
    `[${Array.from({ length: lists }, () => `[${`${item},`.repeat(items)}1]`).join(",")}]`;
  for (const text of [listsOf("1", 90_000, 6), listsOf('{"a":{}}', 58_000, 2)]) {
    const ownMs = Math.min(...Array.from({ length: 9 }, () => timeOf((given) => JSON.parse(given), text)));
    // The longer one is interrupted by other programs more often.
    let bestMs = Infinity;
    for (let round = 0; round < 60 && bestMs >= 10 * ownMs; round++)
      bestMs = Math.min(bestMs, timeOf(parseJsonBody, text));
    expect(bestMs).toBeLessThan(10 * ownMs);
  }
});

describe("text that cannot be stored is a `value_error` at its field", () => {
  const cases: [text: string, loc: (string | number)[]][] = [
    ['{"a":"x\\u0000y"}', ["body", "a"]],
    ['{"tags":["ok","\\u0000"]}', ["body", "tags", 1]],
    ['{"a":{"b":[{"c":"\\u0000"}]}}', ["body", "a", "b", 0, "c"]],
  ];
  test.each(cases)("%s", (text, loc) => {
    expect(refusalOf(text)).toEqual({
      status: 422,
      detail: [{ loc, msg: "Value error, text must not contain NUL", type: "value_error" }],
    });
  });
});

describe("half a character, which jsonb cannot hold, is refused with the field's name", () => {
  const cases: [text: string, loc: (string | number)[]][] = [
    ['{"a":"x\\ud800y"}', ["body", "a"]],
    ['{"tags":["ok","\\udc00\\ud800"]}', ["body", "tags", 1]],
  ];
  test.each(cases)("%s", (text, loc) => {
    expect(refusalOf(text)).toEqual({
      status: 422,
      detail: [{ loc, msg: "Input should be valid Unicode text", type: "string_unicode" }],
    });
  });

  test.each(['{"\\ud800":1}', '{"a":{"\\u0000":1}}'])("in a name, as NUL is: %s", (text) => {
    expect(refusalOf(text)).toMatchObject({ status: 422, detail: [{ type: "json_invalid" }] });
  });
});
