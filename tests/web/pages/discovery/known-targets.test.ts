import { expect, test } from "bun:test";
import { knownTargets } from "../../../../src/web/pages/discovery/targets/known";

const scanned = (...targets: string[]) => targets.map((target) => ({ target }));

test("what was scanned comes first, each once, then the subnets of IPv4, with their names", () => {
  const scans = scanned("10.0.0.1-10.0.0.9", "192.0.2.0/24", "10.0.0.1-10.0.0.9");
  const subnets = [
    { cidr: "192.0.2.0/24", name: "Office" },
    { cidr: "2001:db8::/64", name: "six" },
    { cidr: "198.51.100.0/24", name: "198.51.100.0/24" },
  ];
  expect(knownTargets(scans, subnets)).toEqual([
    { target: "10.0.0.1-10.0.0.9" },
    { target: "192.0.2.0/24", name: "Office" },
    { target: "198.51.100.0/24" },
  ]);
});

test("six are enough, and none is no trouble", () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ target: `10.0.${index}.0/24` }));
  expect(knownTargets(many, [])).toEqual(many.slice(0, 6));
  expect(knownTargets([], [])).toEqual([]);
});
