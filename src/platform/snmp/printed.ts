const HUNDREDTHS_PER_DAY = 8_640_000;
/** Beside tab and line ends. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/u;
/** What stands for octets that are no UTF-8. */
const REPLACEMENT = "\ufffd";
const decoder = new TextDecoder();

/** The text that octets are; null where they are none. Some agents end theirs with a zero octet. */
export function textIn(octets: Buffer): string | null {
  const text = decoder.decode(octets.at(-1) === 0 ? octets.subarray(0, -1) : octets);
  return text.includes(REPLACEMENT) || CONTROLS.test(text) ? null : text;
}

/** Octets as pairs of digits, as the address of an interface is written. */
export function pairsOf(octets: Buffer): string {
  return octets.toString("hex").replaceAll(/(..)(?=.)/g, "$1:");
}

/** Hundredths of a second as `uptime` has them: days, hours, minutes, seconds. */
export function describeTicks(ticks: number): string {
  const days = Math.floor(ticks / HUNDREDTHS_PER_DAY);
  const time = new Date((ticks % HUNDREDTHS_PER_DAY) * 10).toISOString().slice(11, 19);
  return days === 0 ? time : `${days} d ${time}`;
}
