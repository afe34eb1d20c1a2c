import { expect, test } from "bun:test";
import { describeHolder } from "../../../src/web/format/holder";

const HOLDER = {
  hostname: "anna-laptop",
  mac_address: "00:1b:21:3a:4c:5d",
  client_id: null,
  switch_name: "sw3",
  switch_port: "Gi0/14",
  device: { name: "Anna’s laptop" },
  source: "dhcp",
  certainty: "seen",
  to: "2026-11-24T09:12:40.000Z",
} as const;

test.each([
  [{}, "10.0.0.7 was anna-laptop (00:1b:21:3a:4c:5d) on sw3 Gi0/14 at that time"],
  [
    { certainty: "assumed", switch_port: null },
    "10.0.0.7 was anna-laptop (00:1b:21:3a:4c:5d) at that time, as its lease ran on",
  ],
  [
    { certainty: "assumed", source: "arp" },
    "10.0.0.7 was anna-laptop (00:1b:21:3a:4c:5d) on sw3 Gi0/14 at that time, as nobody else was seen there",
  ],
  [
    { hostname: null, switch_name: null },
    "10.0.0.7 was Anna’s laptop (00:1b:21:3a:4c:5d) on Gi0/14 at that time",
  ],
  [{ hostname: null, device: null, switch_port: null }, "10.0.0.7 was 00:1b:21:3a:4c:5d at that time"],
  [
    { hostname: null, device: null, mac_address: null, switch_port: null },
    "10.0.0.7 was a machine that is not known at that time",
  ],
] as const)("%j", (changes, expected) => {
  expect(describeHolder("10.0.0.7", { ...HOLDER, ...changes })).toBe(expected);
});

test("the last one before says until when", () => {
  expect(describeHolder("10.0.0.7", { ...HOLDER, certainty: "before" })).toStartWith(
    "10.0.0.7 was last anna-laptop (00:1b:21:3a:4c:5d) on sw3 Gi0/14, until ",
  );
});
