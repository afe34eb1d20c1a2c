import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  exclusionOf,
  NOTHING_LEFT,
  parseExclusion,
  withoutExcluded,
} from "../../../src/features/discovery/target/exclusion";
import { scannableTarget } from "../../../src/features/discovery/target/policy";
import {
  addressesOf,
  hasAddress,
  parseTarget,
  type Target,
} from "../../../src/features/discovery/target/target";
import { refusalTextOf } from "./given";

function target(text: string): Target {
  const { target: parsed, refusal } = parseTarget(text);
  if (parsed === undefined) throw new Error(`${text}: ${refusal}`);
  return parsed;
}

describe("what a scan leaves out", () => {
  test("is addresses, ranges, networks and MAC addresses, in canonical form", () => {
    expect(
      parseExclusion(["10.0.0.5", "10.0.0.7-10.0.0.9", "10.0.1.9/24", "0000.5e00.5301", "fd00:0::1"]),
    ).toMatchObject({
      texts: ["10.0.0.5", "10.0.0.7-10.0.0.9", "10.0.1.0/24", "00:00:5E:00:53:01", "fd00::1"],
      macAddresses: new Set(["00:00:5e:00:53:01"]),
    });
    for (const text of ["host.example", "10.0.0.1-", "-oN", "10.0.0.0/33", ""])
      expect(parseExclusion([text])).toBeUndefined();
  });

  test("is cut out of the target, whose text stays", () => {
    const left = withoutExcluded(
      target("10.0.0.0/29"),
      exclusionOf(["10.0.0.0", "10.0.0.3-10.0.0.5", "10.0.0.7"]),
    );
    expect([...addressesOf(left)]).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.6"]);
    expect(left).toMatchObject({ text: "10.0.0.0/29", count: 3n });
  });

  test("leaves every other address of any target, and none of its own", () => {
    const octet = fc.integer({ min: 0, max: 63 });
    const range = fc
      .tuple(octet, octet)
      .map(([one, other]) => `10.0.0.${Math.min(one, other)}-10.0.0.${Math.max(one, other)}`);
    const exclusions = fc.array(
      fc.oneof(
        range,
        octet.map((last) => `10.0.0.${last}`),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(range, exclusions, (text, excluded) => {
        const all = [...addressesOf(target(text))];
        const out = excluded.map(target);
        const wanted = all.filter((address) => !out.some((one) => hasAddress(one, address)));
        if (wanted.length === 0) {
          expect(refusalTextOf(() => withoutExcluded(target(text), exclusionOf(excluded)))).toBe(
            NOTHING_LEFT,
          );
          return;
        }
        const left = withoutExcluded(target(text), exclusionOf(excluded));
        expect([...addressesOf(left)]).toEqual(wanted);
        expect(left.count).toBe(BigInt(wanted.length));
      }),
      { seed: 20_261_124, numRuns: 300 },
    );
  });

  test("does not count for the limits, nor is it judged", () => {
    const rules = { rule: { mayBePublic: false }, limits: { mostHosts: 8, mostUnconfirmed: 4 } };
    const judge = (text: string, exclude: string[]) =>
      refusalTextOf(() => scannableTarget({ target: text, exclude, confirm_large_scan: false }, rules));
    expect(judge("10.0.0.0/28", [])).toContain("too large");
    expect(judge("10.0.0.0/28", ["10.0.0.4-10.0.0.15"])).toBeUndefined();
    expect(judge("10.0.0.1, 8.8.8.8", ["8.8.8.8"])).toBeUndefined();
    expect(judge("10.0.0.1, 8.8.8.8", ["10.0.0.1"])).toContain("Public");
  });
});
