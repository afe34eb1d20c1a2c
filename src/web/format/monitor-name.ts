const LONGEST = 120;

/**
 * What a monitor is called that nobody has named: its host with the port, unless that is 443, and the path, which tell
 * two of one host apart. Nothing of what follows `?`, which may be a secret. Blank where the text is no URL.
 */
export function monitorNameOf(url: string): string {
  const parsed = URL.parse(url.trim());
  if (parsed === null) return "";
  const { protocol, host, port, pathname } = parsed;
  const own = protocol === "http:" && port === "" ? `${host}:80` : host;
  return `${own}${pathname.replace(/\/$/, "")}`.slice(0, LONGEST);
}
