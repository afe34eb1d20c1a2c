import { describe, expect, test } from "bun:test";
import { array, assert, boolean, constantFrom, oneof, property, record, string } from "fast-check";
import { FIELD_NAMES as SERVICE_FIELDS } from "../../../../src/features/syslog/query/fields";
import { splitQuery as splitByService } from "../../../../src/features/syslog/query/query-text";
import { FIELD_NAMES } from "../../../../src/web/components/query-bar/fields";
import {
  addTerm,
  printTerm,
  removeTerm,
  splitQuery,
} from "../../../../src/web/components/query-bar/query-text";

/** The terms of a query as the service has them; the page does not ask which were quoted. */
const understood = (query: string) =>
  splitByService(query, SERVICE_FIELDS).map(({ field, text, isNegated }) => ({ field, text, isNegated }));

const queryText = oneof(
  string({ maxLength: 40 }),
  array(
    constantFrom(
      "src_ip:",
      "SRC_IP:",
      "src:",
      "DPORT:",
      "constructor:",
      "-",
      '"',
      " ",
      "a:b",
      "10.0.0.1",
      "nofield:",
      "\t",
      "x",
    ),
    {
      maxLength: 12,
    },
  ).map((parts) => parts.join("")),
);

test("the fields are those of the service", () => {
  expect([...FIELD_NAMES].sort()).toEqual([...SERVICE_FIELDS].sort());
});

test("a query is understood as the service understands it", () => {
  assert(
    property(queryText, (query) => {
      const ours = splitQuery(query, FIELD_NAMES).map(({ field, text, isNegated }) => ({
        field,
        text,
        isNegated,
      }));
      expect(ours).toEqual(understood(query));
    }),
    { numRuns: 2000 },
  );
});

test("each term knows its place in the text", () => {
  const query = '  sshd -"failed password" src_ip:10.0.0.0/8';
  const places = splitQuery(query, FIELD_NAMES).map(({ start, end }) => query.slice(start, end));
  expect(places).toEqual(["sshd", '-"failed password"', "src_ip:10.0.0.0/8"]);
});

test("what is written for a term is read as that term", () => {
  const term = record({
    field: constantFrom(undefined, "app", "src_ip"),
    text: string({ minLength: 1, maxLength: 12 }),
    isNegated: boolean(),
  });
  assert(
    property(term, (wanted) => {
      const written = printTerm(wanted, FIELD_NAMES);
      if (written === undefined) return;
      expect(understood(written)).toEqual([wanted]);
    }),
  );
});

describe("a term that is added", () => {
  test.each([
    ["to nothing", "", "app:sshd"],
    ["to others", "deny -drop", "deny -drop app:sshd"],
    ["where it is already", "app:sshd deny", "app:sshd deny"],
    ["in place of its opposite", "deny -app:sshd x", "deny x app:sshd"],
    ["behind a phrase that is not closed", '"failed pass', '"failed pass" app:sshd'],
  ])("%s", (_, query, expected) => {
    expect(addTerm(query, { field: "app", text: "sshd", isNegated: false }, FIELD_NAMES)).toBe(expected);
  });

  test.each([
    ["with a blank", "two words", 'app:"two words"'],
    ["with a quote", 'a"b', 'app:a"b'],
    ["with both cannot be written", 'a "b', undefined],
  ])("%s", (_, text, expected) => {
    expect(addTerm("", { field: "app", text, isNegated: false }, FIELD_NAMES)).toBe(expected);
  });

  test("does not make the query longer than the service takes", () => {
    const term = { field: "app", text: "x".repeat(100), isNegated: false };
    expect(addTerm("y".repeat(400), term, FIELD_NAMES)).toBeUndefined();
  });
});

test("a term is taken out with the blank that it leaves", () => {
  const query = "sshd  -drop  app:x";
  const terms = splitQuery(query, FIELD_NAMES);
  expect(terms.map((term) => removeTerm(query, term))).toEqual(["-drop  app:x", "sshd app:x", "sshd  -drop"]);
});
