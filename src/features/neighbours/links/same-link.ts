/** A cable: its two devices, and the ports where they are known. */
export type Cable = {
  one: number;
  other: number;
  onePort: string | null;
  otherPort: string | null;
};

const NAME = /^([a-z-]*)[\s]*(.*)$/;

/**
 * Whether two names may mean one port of a device: in any case, and abbreviated as Cisco's are (`Gi0/1`,
 * `GigabitEthernet0/1`). A name that is missing may be any.
 */
export function mayBeSamePort(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const [, oneWord = "", oneNumber = ""] = NAME.exec(one.trim().toLowerCase()) ?? [];
  const [, otherWord = "", otherNumber = ""] = NAME.exec(other.trim().toLowerCase()) ?? [];
  const isAbbreviated =
    oneWord !== "" && otherWord !== "" && (oneWord.startsWith(otherWord) || otherWord.startsWith(oneWord));
  return oneNumber === otherNumber && (oneWord === otherWord || (isAbbreviated && oneNumber !== ""));
}

/** Whether two cables may be one, whichever end is named first. */
export function mayBeSameLink(left: Cable, right: Cable): boolean {
  if (left.one === right.one && left.other === right.other)
    return mayBeSamePort(left.onePort, right.onePort) && mayBeSamePort(left.otherPort, right.otherPort);
  if (left.one !== right.other || left.other !== right.one) return false;
  return mayBeSamePort(left.onePort, right.otherPort) && mayBeSamePort(left.otherPort, right.onePort);
}

/** The same for both directions. */
export function pairOf({ one, other }: Pick<Cable, "one" | "other">): string {
  return `${Math.min(one, other)} ${Math.max(one, other)}`;
}
