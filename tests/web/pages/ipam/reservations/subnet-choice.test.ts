import { expect, test } from "bun:test";
import { subnetChoice } from "../../../../../src/web/pages/ipam/reservations/subnet-choice";
import { givenSubnet } from "../given-subnet";

const subnets = [
  givenSubnet({ id: 1, cidr: "10.20.0.0/16", name: "Berlin" }),
  givenSubnet({ id: 2, cidr: "10.20.30.0/25", name: "Lab" }),
  givenSubnet({ id: 3, cidr: "10.20.30.128/25", name: "10.20.30.128/25" }),
  givenSubnet({ id: 4, cidr: "2001:db8::/32", name: "Six" }),
];
const labels = (ip: string, named: number | null) =>
  subnetChoice({ ip_address: ip, subnet_id: named }, subnets).map(({ label }) => label);

test("a reservation can name each subnet around its address, the smallest first, or none", () => {
  expect(labels("10.20.30.200", 3)).toEqual(["None", "10.20.30.128/25", "10.20.0.0/16 Berlin"]);
  expect(labels("2001:db8::1", null)).toEqual(["None", "2001:db8::/32 Six"]);
});

test("a subnet that it names without lying there is said to be that, and comes last", () => {
  expect(labels("10.20.30.200", 2)).toEqual([
    "None",
    "10.20.30.128/25",
    "10.20.0.0/16 Berlin",
    "10.20.30.0/25 Lab, without this address",
  ]);
});
