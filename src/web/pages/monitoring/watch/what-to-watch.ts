/** What a person means by what was typed: an address is a host, a URL is a page. */
export type Wanted =
  { kind: "host"; address: string } | { kind: "page"; url: string } | { kind: "name"; name: string };

/** Dotted quads and anything with two colons; the service has the last word on what an address is. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]*:[\da-f:.]*(?:%\w+)?)$/i;

/** Undefined: nothing was typed. */
export function whatToWatch(text: string): Wanted | undefined {
  const typed = text.trim().replace(/^\[(.+)\]$/, "$1");
  if (typed === "") return undefined;
  if (ADDRESS.test(typed)) return { kind: "host", address: typed };
  if (/^https?:\/\//i.test(typed)) return { kind: "page", url: typed };
  return { kind: "name", name: typed };
}
