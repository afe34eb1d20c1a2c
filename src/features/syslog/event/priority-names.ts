/** Codes of facilities by the words of syslog.conf (RFC 5424, table 1). */
export const FACILITIES = new Map(
  ["kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp"]
    .map((name, code): [string, number] => [name, code])
    .concat(Array.from({ length: 8 }, (_, index): [string, number] => [`local${index}`, 16 + index])),
);

/** Codes of severities by the words of syslog.conf (RFC 5424, table 2). */
export const SEVERITIES = new Map([
  ["emerg", 0],
  ["panic", 0],
  ["alert", 1],
  ["crit", 2],
  ["err", 3],
  ["error", 3],
  ["warning", 4],
  ["warn", 4],
  ["notice", 5],
  ["info", 6],
  ["debug", 7],
]);

/** Severities as vendors spell them out, beside the short names. */
const LONG_SEVERITIES = new Map([
  ["emergency", 0],
  ["critical", 2],
  ["notification", 5],
  ["information", 6],
  ["informational", 6],
  ["debugging", 7],
]);

/** The code of the facility that a word of syslog.conf names, in any case; null for other text. */
export function facilityCalled(word: string): number | null {
  return FACILITIES.get(word.toLowerCase()) ?? null;
}

/** The code of the severity that a word of syslog.conf or a vendor's names, in any case; null for other text. */
export function severityCalled(word: string): number | null {
  const lower = word.toLowerCase();
  return SEVERITIES.get(lower) ?? LONG_SEVERITIES.get(lower) ?? null;
}
