import { expect, test } from "bun:test";
import { splitQuery } from "../../../../src/features/syslog/query/query-text";
import { patient } from "../../../support/patience";

const FIELDS = new Set(["src_ip", "app", "dst_port"]);

/** A term as `-field:text`. */
function terms(query: string): string[] {
  return splitQuery(query, FIELDS).map(
    ({ field, text, isNegated }) =>
      `${isNegated ? "-" : ""}${field === undefined ? "" : `<${field}>`}${text}`,
  );
}

const CASES: [what: string, query: string, expected: string[]][] = [
  ["words", "one two", ["one", "two"]],
  ["blanks of any kind between words", "  one\t two\u00a0three\n", ["one", "two", "three"]],
  ["a phrase", '"failed password" root', ["failed password", "root"]],
  ["a phrase that is not closed goes to the end", 'a "b c  d', ["a", "b c  d"]],
  ["an empty phrase is nothing", '"" a', ["a"]],
  ["text right behind a phrase is a word of its own", '"a b"c', ["a b", "c"]],
  ["a minus negates", '-one -"two three"', ["-one", "-two three"]],
  ["a minus inside a word is literal", "a-b", ["a-b"]],
  ["a minus alone is literal", "- a", ["-", "a"]],
  ["two minus signs negate a word that starts with one", "--x", ["--x"]],
  ["a quoted minus is literal", '"-x"', ["-x"]],
  ["a known field", "src_ip:10.0.0.1", ["<src_ip>10.0.0.1"]],
  ["a known field in any case", "APP:sshd", ["<app>sshd"]],
  ["what others call a field", "src:10.0.0.1 -DPORT:22", ["<src_ip>10.0.0.1", "-<dst_port>22"]],
  ["what others call a field that is none here", "proto:tcp toString:x", ["proto:tcp", "toString:x"]],
  ["a quoted name is literal", '"src:10.0.0.1"', ["src:10.0.0.1"]],
  ["a known field with a phrase", 'app:"my app" x', ["<app>my app", "x"]],
  ["a negated field", "-app:sshd", ["-<app>sshd"]],
  ["an IPv6 value keeps its colons", "src_ip:2001:db8::1", ["<src_ip>2001:db8::1"]],
  ["an unknown field is a word", "time:12:30", ["time:12:30"]],
  ["a field without a value is a word", "app: x", ["app:", "x"]],
  ["quotes inside a word are literal", 'user="root"', ['user="root"']],
  ["pattern characters are literal", String.raw`% _ \ .* [a] $1`, ["%", "_", "\\", ".*", "[a]", "$1"]],
  ["nothing", "   ", []],
];

for (const [what, query, expected] of CASES) {
  test(what, () => expect(terms(query)).toEqual(expected));
}

test("any text is split without an error, and quickly", () => {
  const alphabet = ['"', "-", ":", " ", "a", "app:", "\\", "\u{1f600}", "\t"];
  for (let seed = 1; seed < 500; seed++) {
    let state = seed;
    let query = "";
    for (let length = 0; length < 60; length++) {
      state = (state * 48_271) % 2_147_483_647;
      query += alphabet[state % alphabet.length] ?? "";
    }
    for (const term of splitQuery(query, FIELDS)) expect(term.text).not.toBe("");
  }
  const started = performance.now();
  splitQuery(`${'"'.repeat(5000)}${"-".repeat(5000)}`, FIELDS);
  expect(performance.now() - started).toBeLessThan(patient(200));
});
