/** CISCO-CIDS-MIB's attacker and victim, each perhaps with what is known of it before its address. */
const ALERT_END =
  /(?:(?:enterprises|1\.3\.6\.1\.4\.1)\.9\.9\.383\.1\.2\.(?:(16)|17)|cidsAlert(?:(Attacker)|Victim)Address)(?:\.\d)?(?: ?=)?(?: STRING:)? "(?:[^"\\]|\\.){0,240}?((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?)"/g;
/** By what way the trap came, and not the attack: `[UDP: [A]:p->[B]:q]`. */
const CARRIER =
  /\[(?:UDP|TCP)(?:6|\/IPv[46])?: \[[\da-f.:]{3,39}\](?::\d{1,5})?(?:->\[[\da-f.:]{3,39}\](?::\d{1,5})?)?\]/i;

/** The ends of an alert that a trap tells, as pairs of names that other devices have, too; any other text as it is. */
export function withAlertEnds(text: string): string {
  if (!text.includes("383.1.2.1") && !text.includes("cidsAlert")) return text;
  return text.replace(CARRIER, "").replaceAll(ALERT_END, asPair);
}

function asPair(_: string, ...[number, name, end = ""]: (string | undefined)[]): string {
  return number === undefined && name === undefined ? ` victim_ip="${end}" ` : ` attacker_ip="${end}" `;
}
