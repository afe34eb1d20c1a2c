import { removeControls } from "#platform/control-characters";
import { oneLine } from "#platform/one-line";

/** Of a name of DNS as text (RFC 1035 section 2.3.4). */
const MAX_NAME = 253;
/** Letters, digits and hyphens (RFC 1123 section 2.1), and underscores, which devices use. */
const HOST_NAME = /^(?=.*[a-z])[a-z\d](?:[a-z\d_-]{0,62})(?:\.[a-z\d_](?:[a-z\d_-]{0,62}))*$/i;
/** What tells nothing of a host. */
const EMPTY_NAMES = new Set(["localhost", "localhost.localdomain", "unknown", "none", "default"]);

/**
 * One line out of what a peer wrote: at most 255 characters, spaces in place of what separates, none that drives a
 * terminal.
 */
export function cleanText(text: string): string {
  return oneLine(removeControls(text.replace(/[\s\ufffd]+/g, " ")).trim());
}

/** The text as the name of a host, in small letters and without a dot at its end; null where it cannot be one. */
export function hostNameIn(text: string): string | null {
  if (text.length > MAX_NAME + 1) return null;
  const name = text.toLowerCase().replace(/\.$/, "");
  return HOST_NAME.test(name) && !EMPTY_NAMES.has(name) ? name : null;
}
