/**
 * RFC 3339 in UTC with milliseconds, as all times of answers are; the microseconds that are kept order events, and are
 * left away. A time that is given to the millisecond means all of it, so that a time of an answer finds what it was
 * told of. Parsers keep only instants of the years 1 to 9999.
 */
export function toInstant(micros: number): string {
  return new Date(Math.floor(micros / 1000)).toISOString();
}
