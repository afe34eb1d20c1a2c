import { expect, test } from "bun:test";
import { digestKey, generateKey, prefixOf } from "../../../src/features/api-keys/key-format";

test("a key's parts are letters and digits, and its prefix is the one it is looked up by", () => {
  for (let made = 0; made < 200; made++) {
    const { key, prefix, digest } = generateKey();
    expect(key).toMatch(/^svc_[A-Za-z0-9]{12}_[A-Za-z0-9]{43}$/);
    expect(prefixOf(key)).toBe(prefix);
    expect(digest).toEqual(digestKey(key));
    expect(digest).toHaveLength(32);
  }
});

test("every letter and digit occurs, evenly, at every place", () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 500; made++) {
    for (const character of generateKey().key.slice(17))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  const expected = (500 * 43) / 62;
  for (const count of counts.values()) expect(count).toBeWithin(expected * 0.6, expected * 1.4);
});

test.each([
  [""],
  ["svc_"],
  [`svc_${"a".repeat(12)}`],
  [`svc_${"a".repeat(12)}_${"b".repeat(42)}`],
  [`svc_${"a".repeat(12)}_${"b".repeat(44)}`],
  [`svc_${"a".repeat(11)}_${"b".repeat(43)}`],
  [`svc_${"a".repeat(11)}-_${"b".repeat(43)}`],
  [`svc_${"a".repeat(12)}_${"b".repeat(42)}é`],
  [`svc_${"a".repeat(12)}_${"b".repeat(43)}\n`],
  [` svc_${"a".repeat(12)}_${"b".repeat(43)}`],
  [`svc_${"a".repeat(12)}_${"b".repeat(43)}_c`],
  [`Svc_${"a".repeat(12)}_${"b".repeat(43)}`],
])("%p has no prefix", (text) => {
  expect(prefixOf(text)).toBeUndefined();
});
