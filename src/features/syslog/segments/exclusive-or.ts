/** Of whole numbers up to 2^53, which is more than the operator takes, and of one before them. */
export function exclusiveOr(values: Float64Array, before = 0): number {
  let upper = Math.floor(before / 2 ** 32);
  let lower = before >>> 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    upper ^= Math.floor(value / 2 ** 32);
    lower ^= value >>> 0;
  }
  return upper * 2 ** 32 + (lower >>> 0);
}
