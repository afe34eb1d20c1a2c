import { expect, test } from "bun:test";
import { partName, subnetBody, subnetValues } from "../../../../../src/web/pages/ipam/subnet/subnet-values";
import { givenSubnet } from "../given-subnet";

const unnamed = givenSubnet({ id: 1, cidr: "192.0.2.0/24", name: "192.0.2.0/24" });
const named = givenSubnet({ id: 2, cidr: "192.0.2.0/24", name: "Lab" });

test("a subnet without a name is called by its network, in the form that the service gives it", () => {
  const values = { ...subnetValues(undefined), name: " ", cidr: " 2001:DB8:0::7/64 " };
  expect(subnetBody(values).name).toBe("2001:db8::/64");
});

test("the name of one that nobody has named follows its network", () => {
  const values = subnetValues(unnamed);
  expect(values.name).toBe("");
  expect(subnetBody(values).name).toBe("192.0.2.0/24");
  expect(subnetBody({ ...values, cidr: "198.51.100.0/24" }).name).toBe("198.51.100.0/24");
});

test("a name that somebody gave stays when the network is changed", () => {
  expect(subnetBody({ ...subnetValues(named), cidr: "198.51.100.0/24" }).name).toBe("Lab");
});

test("parts are called by their network, behind a name that somebody gave the whole", () => {
  expect(partName(named, "192.0.2.0/25")).toBe("Lab 192.0.2.0/25");
  expect(partName(unnamed, "192.0.2.0/25")).toBe("192.0.2.0/25");
});
