import { expect, test } from "bun:test";
import {
  findBareVerdict,
  findNarrowWord,
  verdictOf,
  verdictsBehind,
} from "../../../../src/web/components/query-bar/verdict-words";

test.each([
  ["block", "deny"],
  ["Denied", "deny"],
  ["pass", "allow"],
  ["drop-packet", "drop"],
  ["reset-both", "reject"],
  ["close", undefined],
])("%s is a word for %p", (word, verdict) => {
  expect(verdictOf(word)).toBe(verdict);
});

test("what is typed of a word tells which verdicts it may become", () => {
  expect(verdictsBehind("bl")).toEqual(["deny"]);
  expect(verdictsBehind("blocked")).toEqual(["deny"]);
  expect(verdictsBehind("re")).toEqual(["deny", "reject"]);
  expect(verdictsBehind("x")).toEqual([]);
});

test("a query for one vendor's word has one for all of them", () => {
  expect(findNarrowWord('sshd action:"block" src_ip:10.0.0.1')).toEqual({
    word: "block",
    verdict: "deny",
    query: "sshd verdict:deny src_ip:10.0.0.1",
  });
  for (const query of ["-action:block", "action:close", "verdict:deny", "block"])
    expect(findNarrowWord(query)).toBeUndefined();
});

test.each([
  ["blocked 10.0.0.5", "verdict:deny 10.0.0.5"],
  ["tcp Dropped", "tcp verdict:drop"],
  ["-blocked", undefined],
  ['"blocked"', undefined],
  ["verdict:deny blocked", undefined],
  ["password", undefined],
  ["block-list", undefined],
])("%p as words is perhaps meant as %p", (query, meant) => {
  expect(findBareVerdict(query)?.query).toBe(meant);
});
