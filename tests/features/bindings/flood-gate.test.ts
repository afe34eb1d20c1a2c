import { describe, expect, test } from "bun:test";
import { FloodGate } from "../../../src/features/bindings/flood-gate";
import { RecentSigns } from "../../../src/features/bindings/recent-signs";
import type { Sighting } from "../../../src/features/bindings/sighting";

const HOUR_MS = 3_600_000;

describe("the rows that an hour may bring", () => {
  test("one reporter has a quarter of them, all together have no more than all", () => {
    const gate = new FloodGate(100, () => 0);
    expect(gate.admit("a", 25)).toBeTrue();
    expect(gate.isShutFor("a")).toBeTrue();
    expect(gate.admit("a", 1)).toBeFalse();
    for (const reporter of ["b", "c", "d"]) expect(gate.admit(reporter, 25)).toBeTrue();
    expect(gate.admit("e", 1)).toBeFalse();
    expect(gate.isShutFor("e")).toBeTrue();
  });

  test("begin anew with the next hour", () => {
    let now = 0;
    const gate = new FloodGate(8, () => now);
    expect(gate.admit("a", 2)).toBeTrue();
    now = HOUR_MS - 1;
    expect(gate.admit("a", 1)).toBeFalse();
    now = HOUR_MS;
    expect(gate.admit("a", 2)).toBeTrue();
  });

  test("are one share for all reporters beyond the first 4,096", () => {
    const gate = new FloodGate(1_000_000, () => 0);
    for (let index = 0; index < 4096; index++) gate.admit(`r${index}`, 1);
    expect(gate.admit("one too many", 250_000)).toBeTrue();
    expect(gate.admit("another", 1)).toBeFalse();
    expect(gate.admit("r0", 1)).toBeTrue();
  });
});

const sighting = (changes: Partial<Sighting> = {}, at = 0): Sighting => ({
  address: "192.0.2.7",
  source: "dhcp",
  reporter: "192.0.2.1",
  holder: { macAddress: "m", clientId: null, host: "a", switchName: null, switchPort: null },
  isHeld: true,
  firstAt: at,
  lastAt: at,
  endsAt: at + HOUR_MS,
  ...changes,
});

describe("renewals that come soon after each other", () => {
  const other = { macAddress: "n", clientId: null, host: "a", switchName: null, switchPort: null };
  test.each([
    ["a second later nothing is new", sighting({}, 1000), false],
    ["a minute later it is", sighting({}, 60_000), true],
    ["an eighth of a short lease later it is", sighting({ endsAt: 9000 }, 1000), true],
    ["another client is", sighting({ holder: other }, 1000), true],
    ["its end is", sighting({ isHeld: false }, 1000), true],
    [
      "a name that was not known is",
      sighting({ holder: { ...other, macAddress: "m", host: "b" } }, 1000),
      true,
    ],
    ["a sign from before is", sighting({}, -1), true],
    ["another sender's is", sighting({ reporter: "192.0.2.2" }, 1000), true],
  ])("%s", (_, next, expected) => {
    const signs = new RecentSigns();
    expect(signs.isNews(sighting())).toBeTrue();
    signs.note(sighting());
    expect(signs.isNews(next)).toBe(expected);
  });

  test("after an end the next sign is new", () => {
    const signs = new RecentSigns();
    signs.note(sighting());
    signs.note(sighting({ isHeld: false }, 1000));
    expect(signs.isNews(sighting({}, 1001))).toBeTrue();
  });

  test("are forgotten of the addresses that were met the longest ago, as memory is bounded", () => {
    const signs = new RecentSigns();
    for (let index = 0; index < 40_000; index++) signs.note(sighting({ address: `a${index}` }));
    expect(signs.isNews(sighting({ address: "a0" }, 1))).toBeTrue();
    expect(signs.isNews(sighting({ address: "a39999" }, 1))).toBeFalse();
  });
});
