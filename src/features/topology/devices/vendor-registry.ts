/** IEEE's blocks of 36, 28 and 24 bits (MA-S, MA-M, MA-L) as hexadecimal digits; the longest that matches counts. */
const PREFIX_LENGTHS = [9, 7, 6];

/** A device's vendor is at most so long. */
const LONGEST_NAME = 120;

/**
 * The registry as one text that can be searched as it stands: a line `PREFIX NAME` for each block, in order. An entry
 * is the organisation's name with its postal address in the lines below.
 */
export function compactRegistry(blocks: Readonly<Record<string, string>>): string {
  const lines = Object.entries(blocks).map(
    ([prefix, entry]) => `${prefix} ${entry.split("\n", 1)[0]?.trim().slice(0, LONGEST_NAME) ?? ""}\n`,
  );
  return lines.sort().join("");
}

/** The organisation that a MAC address (canonical form) is registered to; null for a local one and an unknown one. */
export function findVendor(registry: string, macAddress: string): string | null {
  if (isLocallyAdministered(macAddress)) return null;
  const digits = macAddress.replaceAll(":", "").toUpperCase();
  for (const length of PREFIX_LENGTHS) {
    const name = findLine(registry, `${digits.slice(0, length)} `);
    if (name !== undefined && name !== "") return name;
  }
  return null;
}

/** What follows `start` in the line that begins with it; the lines are in order. */
function findLine(lines: string, start: string): string | undefined {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = lines.lastIndexOf("\n", ((low + high) >> 1) - 1) + 1;
    const end = lines.indexOf("\n", middle);
    if (lines.startsWith(start, middle)) return lines.slice(middle + start.length, end);
    if (lines.slice(middle, end) < start) low = end + 1;
    else high = middle;
  }
  return undefined;
}

/**
 * The second lowest bit of the first octet (IEEE 802, 8.2.2): nobody has registered such an address; many are random.
 */
export function isLocallyAdministered(macAddress: string): boolean {
  return (Number.parseInt(macAddress.slice(0, 2), 16) & 2) !== 0;
}
