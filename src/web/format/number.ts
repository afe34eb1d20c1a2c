const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const ABSENT = "–";

/** `14,212`; nothing where there is nothing. */
export function formatNumber(value: number | bigint | null | undefined): string {
  return value === null || value === undefined ? ABSENT : WHOLE.format(value);
}

/** `10,000+`: there are at least so many. */
export function formatBound(value: number, isLowerBound: boolean): string {
  return isLowerBound ? `${formatNumber(value)}+` : formatNumber(value);
}

const UNITS = [
  { at: 1e12, sign: "T" },
  { at: 1e9, sign: "G" },
  { at: 1e6, sign: "M" },
  { at: 1e3, sign: "k" },
];

/** Three digits: `1.28`, `12.8`, `128`. Cut, so that nothing looks more than it is. */
function threeDigits(value: number): string {
  const decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
  const factor = 10 ** decimals;
  // A product such as 1.15 * 100 falls just short of the whole number that it is.
  return (Math.floor(value * factor + 1e-6) / factor).toFixed(decimals);
}

/** For tiles: whole up to 99,999, then `1.28 M`. */
export function formatTile(value: number | null | undefined): string {
  if (value === null || value === undefined || Math.abs(value) < 100_000) return formatNumber(value);
  const unit = UNITS.find(({ at }) => value >= at);
  return unit === undefined ? formatNumber(value) : `${threeDigits(value / unit.at)} ${unit.sign}`;
}

/** `1,240 /s`, `0.4 /s`. */
export function formatRate(perSecond: number): string {
  return perSecond > 0 && perSecond < 10
    ? `${perSecond.toFixed(1)} /s`
    : `${formatNumber(Math.round(perSecond))} /s`;
}

/** Parts of a whole (0 to 1) without decimals; below one percent is said, and what is not whole is never 100. */
export function formatPercent(share: number | null | undefined): string {
  if (share === null || share === undefined) return ABSENT;
  const percent = share * 100;
  if (percent > 0 && percent < 1) return "<1 %";
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : Math.round(percent)} %`;
}

/** Two decimals, cut: 99.999 is not 100. */
export function formatUptime(share: number): string {
  return `${(Math.floor(share * 10_000 + 1e-6) / 100).toFixed(2)} %`;
}

/** `1 device`, `2 devices`. */
export function formatCount(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const BYTE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** `3.42 GiB`. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return ABSENT;
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${formatNumber(bytes)} B` : `${threeDigits(value)} ${BYTE_UNITS[unit]}`;
}

/** `940 Mbit/s`, `2.5 Gbit/s`, `1 Gbit/s`. */
export function formatBitRate(bitsPerSecond: number): string {
  const unit = UNITS.find(({ at }) => bitsPerSecond >= at);
  return unit === undefined
    ? `${formatNumber(bitsPerSecond)} bit/s`
    : `${Number(threeDigits(bitsPerSecond / unit.at))} ${unit.sign}bit/s`;
}
