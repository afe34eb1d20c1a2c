import { EXTRACTED } from "../parse/extract/extract";
import { JSON_FORMATS } from "../parse/formats/json-formats";

/** Parsers that share most of the code that reads their lines, such as that of pairs or of objects. */
const FAMILIES: readonly (readonly string[])[] = [
  ["cisco-asa", "cisco-ftd", "cisco-ios"],
  ["paloalto", "filterlog", "umbrella", "aws-vpcflow"],
  ["cef", "leef", "fortinet", "sophos-xg", "sophos-utm", "sonicwall", "ivanti", "key-value"],
  ["juniper", "checkpoint", "meraki", "mikrotik", "watchguard"],
  ["json", ...JSON_FORMATS.map(({ parser }) => parser)],
  [
    "sshd",
    "sudo",
    "su",
    "login",
    "named",
    "postfix",
    "dovecot",
    "exim",
    "vsftpd",
    "proftpd",
    "pure-ftpd",
    "spamd",
  ],
  // Of these names and forms are looked for.
  ["server", "access-log", EXTRACTED, "generic"],
];

/** A parser of no family stands before all of them. */
const NO_FAMILY = -1;

const families = new Map(
  FAMILIES.flatMap((parsers, family) => parsers.map((parser): [string, number] => [parser, family])),
);

/** Orders parsers so that those stand together which share code. */
export function compareByFamily(left: string, right: string): number {
  if (left === right) return 0;
  const difference = (families.get(left) ?? NO_FAMILY) - (families.get(right) ?? NO_FAMILY);
  return difference !== 0 ? difference : left < right ? -1 : 1;
}
