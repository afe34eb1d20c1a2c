const MAX_LENGTH = 40;

/** Short names of vendors by what they print in the header of CEF and LEEF, in lower case. */
const NAMES = new Map([
  ["barracuda", "barracuda"],
  ["barracuda networks", "barracuda"],
  ["check point", "checkpoint"],
  ["cisco", "cisco"],
  ["cisco systems", "cisco"],
  ["f5", "f5"],
  ["f5 networks", "f5"],
  ["forcepoint", "forcepoint"],
  ["fortinet", "fortinet"],
  ["juniper", "juniper"],
  ["juniper networks", "juniper"],
  ["palo alto networks", "paloalto"],
  ["sonicwall", "sonicwall"],
  ["sophos", "sophos"],
  ["trend micro", "trendmicro"],
  ["ubiquiti", "ubiquiti"],
  ["watchguard", "watchguard"],
  ["zscaler", "zscaler"],
]);

/** The vendor's short name: a known one, else its letters and digits in lower case; null where there is none. */
export function vendorName(text: string): string | null {
  const lower = text.slice(0, MAX_LENGTH).trim().toLowerCase();
  const known = NAMES.get(lower);
  if (known !== undefined) return known;
  const plain = lower.replaceAll(/[^a-z0-9]/g, "");
  return plain === "" ? null : plain;
}
