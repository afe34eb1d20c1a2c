const LARGE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SMALL = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });
const FROM_LARGE = 1000;
const ABSENT = "–";

/** `23.5 °C`, `1,240 rpm`, `0.042`: four digits where there are decimals; nothing where there is nothing. */
export function formatMeasure(value: number | null, unit: string): string {
  if (value === null) return ABSENT;
  const number = Math.abs(value) >= FROM_LARGE ? LARGE.format(value) : SMALL.format(value);
  return unit === "" ? number : `${number} ${unit}`;
}
