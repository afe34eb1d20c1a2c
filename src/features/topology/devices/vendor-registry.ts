/** IEEE's blocks of 36, 28 and 24 bits (MA-S, MA-M, MA-L) as hexadecimal digits; the longest that matches counts. */
const PREFIX_LENGTHS = [9, 7, 6];

/** A device's vendor is at most so long. */
const LONGEST_NAME = 120;

const NEWLINE = 0x0a;

/**
 * The registry as one text that can be searched as it stands: a line `PREFIX NAME` for each block, in order. An entry
 * is the organisation's name with its postal address in the lines below. In UTF-8: a few of the names would make a
 * string of it that takes twice as much.
 */
export function compactRegistry(blocks: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(blocks).map(
    ([prefix, entry]) => `${prefix} ${entry.split("\n", 1)[0]?.trim().slice(0, LONGEST_NAME) ?? ""}\n`,
  );
  return Buffer.from(lines.sort().join(""));
}

/** The organisation that a MAC address (canonical form) is registered to; null for a local one and an unknown one. */
export function findVendor(registry: Buffer, macAddress: string): string | null {
  if (isLocallyAdministered(macAddress)) return null;
  const digits = macAddress.replaceAll(":", "").toUpperCase();
  for (const length of PREFIX_LENGTHS) {
    const name = findLine(registry, `${digits.slice(0, length)} `);
    if (name !== undefined && name !== "") return name;
  }
  return null;
}

/** What follows `start` in the line that begins with it; the lines are in order. */
function findLine(lines: Buffer, start: string): string | undefined {
  const wanted = Buffer.from(start);
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = lines.lastIndexOf(NEWLINE, Math.max(0, ((low + high) >> 1) - 1)) + 1;
    const end = lines.indexOf(NEWLINE, middle);
    const order = wanted.compare(lines, middle, Math.min(end, middle + wanted.length));
    if (order === 0) return lines.toString("utf8", middle + wanted.length, end);
    if (order > 0) low = end + 1;
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
