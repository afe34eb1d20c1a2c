import { describe, expect, test } from "bun:test";
import { compileFormat } from "../../../../../src/features/syslog/parse/own-formats/compile";
import type { OwnFormat } from "../../../../../src/features/syslog/parse/own-formats/definition";
import { ANY_LINE, givenFormat, givenMapping } from "./given";

function problemOf(format: OwnFormat) {
  const read = compileFormat(format);
  return "problem" in read ? read.problem : undefined;
}

const JSON_FORMAT = { kind: "json", pattern: null } as const;

describe("what cannot be used is said, with the field that is at fault", () => {
  test.each<[string, OwnFormat, (string | number)[], string]>([
    ["no pattern", givenFormat(""), ["pattern"], "missing"],
    ["a broken pattern", givenFormat("%{ip:src_ip} (x"), ["pattern"], "not closed (at character 14)"],
    ["a group that is no field", givenFormat("(?<source>x)"), ["pattern"], 'the group "source"'],
    ["nothing that is read", givenFormat("deny"), ["pattern"], "nothing is read"],
    [
      "a group that is not there",
      givenFormat("(?<src_ip>x)", { fields: [givenMapping("dst_ip", { source: "dst" })] }),
      ["fields", 0, "source"],
      'no group "dst"',
    ],
    [
      "neither a group nor a value",
      givenFormat("(?<src_ip>x)", { fields: [givenMapping("dst_ip", {})] }),
      ["fields", 0],
      "either",
    ],
    [
      "a sender that is no network",
      givenFormat("(?<src_ip>x)", { conditions: { ...ANY_LINE, senders: ["192.0.2.1", "192.0.2.0/33"] } }),
      ["conditions", "senders", 1],
      "neither an address nor a network",
    ],
    [
      "a time format without a day",
      givenFormat("(?<t>x)", {
        fields: [givenMapping("event_time", { source: "t", time_format: "HH:mm:ss" })],
      }),
      ["fields", 0, "time_format"],
      "day, month",
    ],
    [
      "a time format of another field",
      givenFormat("(?<t>x)", { fields: [givenMapping("reason", { source: "t", time_format: "D/M HH:mm" })] }),
      ["fields", 0, "time_format"],
      "only `event_time`",
    ],
    ["JSON with a pattern", givenFormat("x", { kind: "json" }), ["pattern"], "no pattern"],
    ["JSON without a path", givenFormat("", JSON_FORMAT), ["fields"], "nothing is read"],
    ...["$..a", "$.a[*]", "$.a[?@.b]", "$[0:2]", "$.a.", "$", "$['a'"].map(
      (source): [string, OwnFormat, (string | number)[], string] => [
        `the path ${source}`,
        givenFormat("", { ...JSON_FORMAT, fields: [givenMapping("src_ip", { source })] }),
        ["fields", 0, "source"],
        "no path to one value",
      ],
    ),
  ])("%s", (_, format, path, message) => {
    const problem = problemOf(format);
    expect(problem?.path).toEqual(path);
    expect(problem?.message).toContain(message);
  });

  test("a group is a field's of another name where a mapping says so", () => {
    expect(
      problemOf(givenFormat("(?<source>x)", { fields: [givenMapping("src_ip", { source: "source" })] })),
    ).toBeUndefined();
  });

  test("a format without groups that sets a value can be used", () => {
    expect(
      problemOf(givenFormat("deny", { fields: [givenMapping("action", { value: "deny" })] })),
    ).toBeUndefined();
  });
});
