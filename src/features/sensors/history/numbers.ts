import type { OctetReader, OctetWriter } from "#platform/octets";

/** Decimals that are tried; a number that has more is stored as it is. */
const MAX_DECIMALS = 9;
/** Larger whole numbers are no longer exact when their difference is written. */
const LARGEST = 2 ** 51;
/** Stands where the number of decimals does. */
const PLAIN = MAX_DECIMALS + 1;

/**
 * Writes numbers as what they differ from each other, in as many decimals as all of them need; else as IEEE 754 has
 * them.
 */
export function writeNumbers(writer: OctetWriter, numbers: readonly number[]): void {
  const decimals = decimalsOf(numbers);
  writer.octet(decimals ?? PLAIN);
  if (decimals === undefined) {
    for (const octet of new Uint8Array(Float64Array.from(numbers).buffer)) writer.octet(octet);
    return;
  }
  let last = 0;
  for (const number of numbers) {
    const whole = Math.round(number * 10 ** decimals);
    writer.signed(whole - last);
    last = whole;
  }
}

/** What was written. Throws where there is less. */
export function readNumbers(reader: OctetReader, count: number): number[] {
  const decimals = reader.octet();
  if (decimals > PLAIN) throw new Error(`${decimals} decimals are too many`);
  if (decimals === PLAIN) {
    const octets = Uint8Array.from({ length: count * 8 }, () => reader.octet());
    return [...new Float64Array(octets.buffer)];
  }
  let whole = 0;
  return Array.from({ length: count }, () => {
    whole += reader.signed();
    return whole / 10 ** decimals;
  });
}

/** As many decimals as give every number again; undefined: none do. */
function decimalsOf(numbers: readonly number[]): number | undefined {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    const power = 10 ** decimals;
    const isExact = numbers.every((number) => {
      const whole = Math.round(number * power);
      return Math.abs(whole) <= LARGEST && whole / power === number;
    });
    if (isExact) return decimals;
  }
  return undefined;
}
