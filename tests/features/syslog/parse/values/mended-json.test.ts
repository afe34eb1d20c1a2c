import { describe, expect, test } from "bun:test";
import { parsedObject } from "../../../../../src/features/syslog/parse/values/json-values";
import { mendedJson } from "../../../../../src/features/syslog/parse/values/mended-json";

describe("an object that is nearly JSON", () => {
  test.each<[string, string, Record<string, unknown>]>([
    ["zeros before a number", '{"port":0443,"list":[00,-07, 010.5]}', { port: 443, list: [0, -7, 10.5] }],
    [
      "no number",
      '{"bytes":NaN,"rate": -Infinity ,"user":undefined}',
      { bytes: null, rate: null, user: null },
    ],
    ["values of Python", '{"user": None, "ok": True, "nat": False}', { user: null, ok: true, nat: false }],
    ["a comma behind the last", '{"list":[1,2,],"port":443, }', { list: [1, 2], port: 443 }],
    [
      "a path of Windows",
      String.raw`{"path":"C:\Program Files\x.exe","port":1}`,
      { path: String.raw`C:\Program Files\x.exe`, port: 1 },
    ],
    ["a tab in a text", '{"text":"one\ttwo","port":1}', { text: "one two", port: 1 }],
  ])("with %s is read", (_name, text, wanted) => {
    expect(parsedObject(text)).toEqual(wanted);
  });

  test("keeps what its texts say", () => {
    const text = String.raw`{"a":"[007, None, 1,]","b":"say \"x\":01,","c":"\u00e4\n","d":01}`;
    expect(parsedObject(text)).toEqual({ a: "[007, None, 1,]", b: 'say "x":01,', c: "ä\n", d: 1 });
  });

  test.each(['{"a":1', '{"a":0x1f}', "{'a':1}", '{"a":1}}', '{"a":"open}', "", '"'])(
    "is none where it is broken otherwise: %s",
    (text) => {
      expect(parsedObject(text)).toBeNull();
    },
  );

  test("is left as it is where nothing can be mended", () => {
    expect(mendedJson('{"a":0.5,"b":10,"c":{"d":[0,0]},"e":"\\\\"}')).toBeNull();
  });

  test("takes time that grows with its length, whatever stands in it", () => {
    for (const piece of ["\\", "0", ",", '"', "[", ":0", " ", '\\"', "-0", "NaN,"])
      expect(parsedObject(`{"a":01${piece.repeat(200_000)}`)).toBeNull();
  });
});
