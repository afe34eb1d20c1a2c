/** Rates are kept to a quarter of a percent, and to a thousandth. */
const RATIO = Math.log(1.005);
const FINENESS = 1000;

/** The whole number that stands for a rate; 0: null. */
export function toRateCode(rate: number | null): number {
  return rate === null ? 0 : 1 + Math.round(Math.log(1 + Math.max(0, rate) * FINENESS) / RATIO);
}

/** A chart of the day reads some ten thousand rates, nearly all of them up to 400 Gbit/s. */
const USUAL = Float64Array.from({ length: 6800 }, (_, code) => rateOf(code));

/** The rate again. */
export function fromRateCode(code: number): number | null {
  return code === 0 ? null : (USUAL[code] ?? rateOf(code));
}

function rateOf(code: number): number {
  return (Math.exp((code - 1) * RATIO) - 1) / FINENESS;
}
