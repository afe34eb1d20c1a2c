import { describe, expect, test } from "bun:test";
import {
  type EntityTags,
  entityTagOf,
  matchesStrongly,
  matchesWeakly,
  parseEntityTags,
  requireUnchanged,
  WHOLE,
} from "#platform/http/conditional";
import { patient } from "../../support/patience";

/** RFC 9110 8.8.3, 13.1.1, 13.1.2. */
describe("a header of entity tags", () => {
  const read: [header: string | undefined, tags: EntityTags][] = [
    [undefined, undefined],
    ["*", "*"],
    [" * ", "*"],
    ['"a"', ['"a"']],
    ['"a", W/"b" ,"c,d"', ['"a"', 'W/"b"', '"c,d"']],
    ['""', ['""']],
    ["a", []],
    ['"a" "b', []],
    ['"a" x', []],
    ["", []],
  ];
  test.each(read)("%p gives %p", (header, tags) => {
    expect(parseEntityTags(header)).toEqual(tags);
  });

  test("a very long header is read in no time", () => {
    const started = performance.now();
    parseEntityTags(`${'"a",'.repeat(20_000)}x`);
    expect(performance.now() - started).toBeLessThan(patient(1000));
  });
});

describe("an entity tag", () => {
  const object = { id: 1, name: "a", seen: 1 };

  test("is strong, and another one when a field that counts has changed", () => {
    const tag = entityTagOf(object, WHOLE);
    expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
    expect(entityTagOf({ ...object }, WHOLE)).toBe(tag);
    expect(entityTagOf({ ...object, seen: 2 }, WHOLE)).not.toBe(tag);
  });

  test("is another one when what is observed has changed, which stops no write", () => {
    const versioned = { without: ["seen"], saidOnce: ["warnings"] };
    const tag = entityTagOf(object, versioned);
    const seen = entityTagOf({ ...object, seen: 2 }, versioned);
    const renamed = entityTagOf({ ...object, name: "b" }, versioned);
    expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}\.[A-Za-z0-9_-]{27}"$/);
    expect(new Set([tag, seen, renamed]).size).toBe(3);
    expect(entityTagOf({ ...object, warnings: ["once"] }, versioned)).toBe(tag);
    expect([matchesStrongly([tag], seen), matchesStrongly([tag], renamed)]).toEqual([true, false]);
    expect([matchesWeakly([tag], seen), matchesWeakly([tag], tag)]).toEqual([false, true]);
    const { seen: _, ...own } = object;
    expect(matchesStrongly([tag], entityTagOf(own, versioned))).toBe(true);
  });

  test("a weak tag never lets a write through, but tells that a copy is right", () => {
    expect([matchesStrongly(['W/"a"'], '"a"'), matchesWeakly(['W/"a"'], '"a"')]).toEqual([false, true]);
    expect([matchesStrongly("*", '"a"'), matchesWeakly("*", '"a"')]).toEqual([true, true]);
    expect([matchesStrongly(undefined, '"a"'), matchesWeakly(undefined, '"a"')]).toEqual([false, false]);
  });

  test("a stale one is refused with 412 and the tag of today", () => {
    const current = { current: object, versioned: WHOLE };
    const tag = entityTagOf(object, WHOLE);
    expect(() => requireUnchanged(['"old"'], current)).toThrow(
      expect.objectContaining({ status: 412, headers: { ETag: tag } }),
    );
    for (const accepted of [undefined, "*", [tag]] as const)
      expect(() => requireUnchanged(accepted, current)).not.toThrow();
  });
});
