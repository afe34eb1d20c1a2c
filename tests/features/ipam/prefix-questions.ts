/** What is asked of an address with a prefix length: `deeper` bits to split it by, and a prefix that it may lie in. */
export type Question = { text: string; deeper: number; other: string };

/** The same questions for the same seed: half of each family, every prefix length, and `other` often near `text`. */
export function randomQuestions({ count, seed }: { count: number; seed: number }): Question[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const address = random(2) === 0 ? randomIpv4(random) : randomIpv6(random);
    const bits = address.includes(":") ? 128 : 32;
    const text = `${address}/${random(bits + 1)}`;
    const isNear = random(3) > 0;
    return { text, deeper: random(7), other: isNear ? widened(address, random(bits + 1)) : "10.0.0.0/8" };
  });
}

/** Whole numbers below a limit; a linear congruential generator (Numerical Recipes). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function randomIpv4(random: (limit: number) => number): string {
  return Array.from({ length: 4 }, () => (random(4) === 0 ? 0 : random(256))).join(".");
}

/** Groups of zero are frequent, so that every form of the short notation comes up. */
function randomIpv6(random: (limit: number) => number): string {
  const groups = Array.from({ length: 8 }, () => (random(2) === 0 ? 0 : random(65_536)));
  // An IPv4-mapped address would be IPv4 here, and not in Python.
  const first = groups[0] === 0 ? 1 : (groups[0] ?? 1);
  return [first, ...groups.slice(1)].map((group) => group.toString(16)).join(":");
}

function widened(address: string, length: number): string {
  const bits = address.includes(":") ? 128 : 32;
  const groups = address.includes(":") ? address.split(":").map((group) => Number.parseInt(group, 16)) : [];
  const value =
    bits === 128
      ? groups.reduce((sum, group) => (sum << 16n) + BigInt(group), 0n)
      : address.split(".").reduce((sum, octet) => (sum << 8n) + BigInt(octet), 0n);
  const hostBits = BigInt(bits - length);
  const network = (value >> hostBits) << hostBits;
  return `${bits === 128 ? ipv6Text(network) : ipv4Text(network)}/${length}`;
}

function ipv4Text(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
}

function ipv6Text(value: bigint): string {
  const shifts = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n];
  return shifts.map((shift) => ((value >> shift) & 65_535n).toString(16)).join(":");
}
