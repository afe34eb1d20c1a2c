import { resolveTarget, type Refusal } from "./active-targets";
import { findRouteTrouble } from "./echo/route";
import type { Address } from "./ip";
import { isMulticastName, lookUpName, type LookUpName } from "./name-lookup";
import { untilAborted, withinTime } from "./pause";
import { RecentMap } from "./recent-map";
import { createTurnstile } from "./turnstile";

/** A resolver that is silent must not hold up what is asked beside it. */
const PATIENCE_MS = 4000;
/** A device and its checks are asked at about the same time; longer would be another answer than DNS has. */
const KEPT_MS = 5000;
const MOST_KEPT = 10_000;
const LOOKED_UP_AT_ONCE = 64;
/** Names of multicast DNS take a thread each for as long as nobody answers (`platform/name-lookup.ts`). */
const LOCAL_AT_ONCE = 4;

/**
 * All addresses that a name has, each of them judged.
 * @throws RefusedTargetError, and an error with the resolver's code, `ETIMEOUT` where it takes too long; the signal's
 * reason.
 */
export type FindAddresses = (name: string, signal: AbortSignal) => Promise<[Address, ...Address[]]>;

type LookUp = { untilMs: number; found: Promise<[Address, ...Address[]]> };

export type FinderOptions = { lookUp?: LookUpName; patienceMs?: number; clock?: () => number };

/**
 * Finds where names lead, anew for each round in which they are asked, each address held against the rule. Whoever asks
 * connects to what is given here: a second look-up may say something else.
 */
export function createNameFinder({
  refusal,
  lookUp = lookUpName,
  patienceMs = PATIENCE_MS,
  clock = () => performance.now(),
}: FinderOptions & { refusal: Refusal }): FindAddresses {
  const kept = new RecentMap<string, LookUp>(MOST_KEPT);
  const [usual, local] = [createTurnstile(LOOKED_UP_AT_ONCE), createTurnstile(LOCAL_AT_ONCE)];
  const find = (name: string) => {
    const known = kept.get(name);
    if (known !== undefined && clock() < known.untilMs) return known.found;
    const turnstile = isMulticastName(name) ? local : usual;
    const found = turnstile(() => resolveTarget(name, { refusal, lookUp }));
    // One that lasts is not begun again: while no server answers they would be more and more.
    const begun: LookUp = { untilMs: Number.POSITIVE_INFINITY, found };
    const end = () => void (begun.untilMs = clock() + KEPT_MS);
    // Whoever asked may have left by then.
    found.then(end, end);
    kept.set(name, begun);
    return found;
  };
  return (name, signal) => withinTime(patienceMs, untilAborted(find(name), signal), () => tooLate(name));
}

function tooLate(name: string): Error {
  return Object.assign(new Error(`cannot resolve ${name}: the name servers do not answer`), {
    code: "ETIMEOUT",
  });
}

/** Of all addresses of a name those that are asked: the first of each family. */
export function firstOfEachFamily([first, ...others]: readonly [Address, ...Address[]]): [
  string,
  ...string[],
] {
  const other = others.find((address) => address.kind() !== first.kind());
  return [first.toString(), ...(other === undefined ? [] : [other.toString()])];
}

/** The one that there is a way to from here; where there is none to any, the first, whose trouble is told then. */
export async function pickReachable(addresses: readonly [string, ...string[]]): Promise<string> {
  const [first] = addresses;
  if (addresses.length === 1) return first;
  for (const address of addresses) if ((await findRouteTrouble(address)) === null) return address;
  return first;
}
