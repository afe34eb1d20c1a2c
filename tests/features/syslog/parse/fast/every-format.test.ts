import { expect, test } from "bun:test";
import { rounds } from "../../../../support/rounds";
import { Random } from "../mutated-lines";
import { Comparison } from "./comparison";

const LINES = rounds(50_000);

/** What some of the lines must still be read by, fast. */
const PARSERS = new Set(
  (
    "access-log apache-error barracuda cef checkpoint cisco-asa cisco-ftd cisco-ios dhcpd filterlog fortinet generic " +
    "ivanti json juniper key-value leef meraki mikrotik paloalto postfix server sonicwall sophos-xg squid sshd suricata-eve " +
    "suricata-fast umbrella unbound watchguard"
  ).split(" "),
);

/** Whose fields stay octets of the line. */
const OCTET_PARSERS = new Set(
  (
    "cef checkpoint cisco-asa cisco-ftd cisco-ios filterlog fortinet juniper key-value leef meraki mikrotik named paloalto " +
    "sonicwall sophos-xg watchguard"
  ).split(" "),
);

test("lines of every format, changed at random, say what the parser says of them", () => {
  const comparison = new Comparison();
  comparison.compareLines(LINES, new Random(19));
  expect(comparison.fast).toBeGreaterThan(LINES / 2);
  expect(PARSERS.difference(comparison.parsers).size).toBe(0);
  expect(OCTET_PARSERS.difference(comparison.octetParsers).size).toBe(0);
}, 120_000);
