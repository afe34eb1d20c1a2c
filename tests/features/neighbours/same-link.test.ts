import { expect, test } from "bun:test";
import { mayBeSameLink, mayBeSamePort } from "../../../src/features/neighbours/links/same-link";

test.each([
  ["Gi0/1", "GigabitEthernet0/1", true],
  ["gi0/1", "GI0/1", true],
  ["Te1/1/1", "TenGigabitEthernet1/1/1", true],
  ["Eth1/1", "Ethernet1/1", true],
  ["eth 0", "eth0", true],
  [null, "Gi0/1", true],
  ["Gi0/1", "Gi0/11", false],
  ["Gi0/1", "Te0/1", false],
  ["1", "11", false],
  ["Port 1", "Port 2", false],
  ["uplink", "up", false],
  ["lan", "lan", true],
])("port %p and port %p may be one: %p", (one, other, isSame) => {
  expect(mayBeSamePort(one, other)).toBe(isSame);
  expect(mayBeSamePort(other, one)).toBe(isSame);
});

const cable = (one: number, other: number, onePort: string | null, otherPort: string | null) => ({
  one,
  other,
  onePort,
  otherPort,
});

test("a cable is one from both ends, a second one beside it is another", () => {
  const here = cable(1, 2, "Gi0/1", "Gi0/2");
  expect(mayBeSameLink(here, cable(2, 1, "GigabitEthernet0/2", "Gi0/1"))).toBe(true);
  expect(mayBeSameLink(here, cable(1, 2, null, null))).toBe(true);
  expect(mayBeSameLink(here, cable(1, 2, "Gi0/3", "Gi0/4"))).toBe(false);
  expect(mayBeSameLink(here, cable(2, 1, "Gi0/1", "Gi0/2"))).toBe(false);
  expect(mayBeSameLink(here, cable(1, 3, "Gi0/1", "Gi0/2"))).toBe(false);
});
