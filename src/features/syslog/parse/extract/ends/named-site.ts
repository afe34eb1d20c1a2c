import { portNumber } from "../../values/field-text";

// Of sites that are called by their names no address is told, but their port is.

/** `Host: www.example.com, Port: 8443`. */
const TITLED_SITE =
  /\b(?:host|server|site): [A-Za-z][\w-]{0,62}(?:\.[\w-]{1,63}){1,8}, port: (\d{1,5})(?![\d.])/i;
/** `connection to app.example.com port 3389 after`, `session to db1 port 5432`. */
const HOST_AND_PORT =
  /\b(?:connection|connect(?:ed|ing)?|session|tunnel) to (?:(?:host|server) )?(?=[\w.-]{0,64}[a-z])[a-z\d][\w-]{0,62}(?:\.[\w-]{1,63}){0,8},? (?:on )?(?:tcp |udp )?port:? (\d{1,5})(?![\d.])/i;
/**
 * `access to "db1.example.com" on tcp port 5432`, `session to db1.example.com:5432`: where none is named as such, a
 * name has a domain.
 */
const NAMED_TARGET =
  /\b(?:connect(?:ion|ed|ing)?|session|tunnel|access) to (?:(?:the )?(?:host|server) )?["']?[A-Za-z][\w-]{0,62}(?:\.[\w-]{1,63}){1,8}["']?(?:,? (?:on |at )?(?:tcp |udp )?port |:)(\d{1,5})(?![\d.])/i;
/** What stands between an end and a site that it asked for. */
const SITE_GATES = [" to ", " CONNECT ", " - CONNECT ", " | CONNECT ", " accepted ", " --> "];
/**
 * Behind an end the site that was asked for, ` to www.example.com:443`, ` - CONNECT www.example.com:443`, ` accepted
 * tcp:www.example.com:443`, ` to mail.example.com:143[imap]`, not a file and its line.
 */
const SITE_BEHIND =
  / (?:to|(?:[-|] )?CONNECT|accepted|-->) (?:https?:\/\/|(?:tcp|udp):)?(?:[a-z\d][\w-]{0,62}\.){1,8}(?!(?:cc?|cpp|h|go|py|rb|rs|js|ts|java|php|lua|pl|sh|log|conf):)[a-z][a-z\d-]{1,24}:(\d{1,5})(?![\w:]|\.\w)/iy;

/** The port of a site that a text calls by its name as what was gone to; null where it tells none. */
export function namedTargetPort(text: string): number | null {
  if (!text.includes(" to ")) return null;
  return portNumber(NAMED_TARGET.exec(text)?.[1] ?? "") || null;
}

/** The same where a sentence names host and port as such; null where it does not. */
export function titledSitePort(text: string): number | null {
  if (!text.includes("ort: ") && !text.includes(" port ")) return null;
  return portNumber((TITLED_SITE.exec(text) ?? HOST_AND_PORT.exec(text))?.[1] ?? "") || null;
}

/** The port of a site that stands behind the end of its client; null where none does. */
export function sitePort(text: string, end: number): number | null {
  if (!SITE_GATES.some((gate) => text.startsWith(gate, end))) return null;
  SITE_BEHIND.lastIndex = end;
  return portNumber(SITE_BEHIND.exec(text)?.[1] ?? "");
}
