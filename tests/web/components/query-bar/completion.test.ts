import { describe, expect, test } from "bun:test";
import {
  applySuggestion,
  suggestFields,
  suggestValues,
  tokenAt,
  withoutToken,
} from "../../../../src/web/components/query-bar/completion";
import { refusedTerm } from "../../../../src/web/components/query-bar/query-chips";
import { FIELD_NAMES, findField } from "../../../../src/web/components/query-bar/fields";
import { splitQuery } from "../../../../src/web/components/query-bar/query-text";

/** `|` is the cursor. */
function tokenIn(marked: string) {
  const caret = marked.indexOf("|");
  return tokenAt(marked.replace("|", ""), caret);
}

describe("what stands at the cursor", () => {
  test.each([
    ["|", { kind: "start", prefix: "", isNegated: false }],
    ["sshd src|", { kind: "start", prefix: "src", isNegated: false, start: 5, end: 8 }],
    ["-SRC|", { kind: "start", prefix: "src", isNegated: true }],
    ["verdict:De|", { kind: "value", prefix: "de", isNegated: false, start: 0 }],
    ["a -dst_port:4|", { kind: "value", prefix: "4", isNegated: true, start: 2 }],
    ["unknown:x|", { kind: "start", prefix: "unknown:x" }],
    ["sr|c", { kind: "none" }],
    ['"failed pa|', { kind: "none" }],
    ['app:"a b|', { kind: "none" }],
    ['"failed password" sr|', { kind: "start", prefix: "sr" }],
    ['5"disk sr|', { kind: "start", prefix: "sr" }],
  ])("%s", (marked, expected) => {
    expect(tokenIn(marked)).toMatchObject(expected);
  });
});

test("fields are found by their names and by what people call them", () => {
  const namesFor = (prefix: string) =>
    suggestFields({ prefix, isNegated: false }).map(({ insert }) => insert);
  expect(namesFor("src")).toEqual(["src_ip:", "src_port:", "nat_src_ip:", "nat_src_port:"]);
  expect(namesFor("proto")).toEqual(["protocol:"]);
  expect(suggestFields({ prefix: "dst_i", isNegated: true }).map(({ insert }) => insert)).toEqual([
    "-dst_ip:",
    "-nat_dst_ip:",
  ]);
});

test("values that are known are found by their number or their name", () => {
  const valuesFor = (marked: string) => {
    const token = tokenIn(marked);
    return token.kind === "value" ? suggestValues(token, []).map(({ insert }) => insert) : [];
  };
  expect(valuesFor("verdict:d|")).toEqual(["verdict:deny", "verdict:drop"]);
  expect(valuesFor("-severity:warn|")).toEqual(["-severity:4"]);
});

test("counted values come with their counts, those that begin so first, in quotes where they need them", () => {
  const token = tokenIn("app:ss|");
  if (token.kind !== "value") throw new Error("no value");
  const counted = [
    { value: "openssl", count: 9 },
    { value: "sshd", count: 5 },
    { value: "ss one", count: 2 },
    { value: "cron", count: 1 },
  ];
  expect(suggestValues(token, counted).map(({ insert, count }) => [insert, count])).toEqual([
    ["app:sshd", 5],
    ['app:"ss one"', 2],
    ["app:openssl", 9],
  ]);
});

test("cron and clock are the facilities that senders write them as", () => {
  const field = findField("facility");
  if (field === undefined) throw new Error("there is no facility");
  const inserted = (prefix: string) =>
    suggestValues({ kind: "value", start: 0, end: 0, prefix, isNegated: false, field }, []).map(
      ({ insert }) => insert,
    );
  expect(inserted("cron")).toEqual(["facility:9"]);
  expect(inserted("clock")).toEqual(["facility:15"]);
});

test("a suggestion takes the place of the token, and the rest stays", () => {
  expect(applySuggestion("a ver b", { start: 2, end: 5 }, "verdict:")).toEqual({
    text: "a verdict: b",
    caret: 10,
  });
  expect(applySuggestion("a verdict:d b", { start: 2, end: 11 }, "verdict:deny")).toEqual({
    text: "a verdict:deny b",
    caret: 15,
  });
});

test("values are counted with the other filters only", () => {
  expect(withoutToken("sshd src_ip:1 -drop", { start: 5, end: 13 })).toBe("sshd -drop");
});

test("a refusal is of the term that it names", () => {
  const terms = splitQuery("x src_ip:abc dst_port:99999", FIELD_NAMES);
  const refused = (problem: string) => refusedTerm(terms, problem)?.field;
  expect(refused("'abc' does not appear to be an IPv4 or IPv6 address")).toBe("src_ip");
  expect(refused("dst_port must be a number from 0 to 65535")).toBe("dst_port");
  expect(refused("something else")).toBeUndefined();
});
