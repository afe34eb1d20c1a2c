/**
 * Rules for addresses, each giving what is wrong with a text and which form is wanted, or null; a blank text is not
 * theirs. What reads addresses is loaded when the first one is checked. Where that cannot be had the service has the
 * word alone.
 */
type Rule = (text: string) => Promise<string | null>;

const FORMS = {
  address: "is no address, such as 192.0.2.10 or 2001:db8::10",
  mac: "is no MAC address, such as 00:1b:44:11:3a:b7",
  network: "is no network, such as 192.0.2.0/24 or 2001:db8::/64",
} as const;

export const addressRule: Rule = (text) => faultOf(text, ["address"]);
export const macRule: Rule = (text) => faultOf(text, ["mac"]);
/** An address alone is a network of one. */
export const networkRule: Rule = (text) => faultOf(text, ["network", "address"]);

/** For texts with several of them, separated by commas or on lines of their own: the first that is wrong. */
export function eachOf(rule: Rule): Rule {
  return async (text) => {
    for (const part of text.split(/[,\n]/)) {
      const fault = await rule(part);
      if (fault !== null) return fault;
    }
    return null;
  };
}

type Kind = keyof typeof FORMS;

async function faultOf(text: string, kinds: readonly [Kind, ...Kind[]]): Promise<string | null> {
  const given = text.trim();
  if (given === "") return null;
  const { recognise } = await import("../../format/address");
  const found = recognise(given)?.kind;
  return found !== undefined && kinds.includes(found) ? null : `“${given}” ${FORMS[kinds[0]]}`;
}
