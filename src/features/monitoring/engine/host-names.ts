import { resolveTarget, refusalOfCheck } from "#platform/active-targets";
import { codeOf } from "#platform/error-code";
import type { Address } from "#platform/ip";
import { lookUpName, type LookUpName } from "#platform/name-lookup";
import { untilAborted, withinTime } from "#platform/pause";
import { RecentMap } from "#platform/recent-map";
import { createTurnstile } from "#platform/turnstile";
import { HttpTrouble, troubleOf } from "../http/trouble";
import type { CheckOutcome } from "./decide";

/** A resolver that is silent must not hold up the devices that are asked with it. */
const PATIENCE_MS = 4000;
/** The device and its checks are asked at about the same time; longer would be another answer than DNS has. */
const KEPT_MS = 5000;
const MOST_KEPT = 10_000;
const LOOKED_UP_AT_ONCE = 64;
/** Names of multicast DNS take a thread each for as long as nobody answers (`platform/name-lookup.ts`). */
const LOCAL_AT_ONCE = 4;

/** By which DNS says that there is no such name, or that it is no host's. */
const NAMELESS = new Set(["ENOTFOUND", "ENODATA"]);

/** The first address of each family that a name has: at most two; or what is found out about a name that has none. */
export type FindHost = (name: string, signal: AbortSignal) => Promise<[string, ...string[]] | CheckOutcome>;

const late = () => new HttpTrouble("the name servers do not answer", "unknown");

type LookUp = { untilMs: number; found: Promise<[Address, ...Address[]]> };

type Options = { lookUp?: LookUpName; patienceMs?: number; clock?: () => number };

/**
 * Finds where names lead, anew for each round of checks, each address held against the rule of checks. Whoever asks
 * connects to what is given here: a second look-up may say something else.
 */
export function createHostFinder({
  lookUp = lookUpName,
  patienceMs = PATIENCE_MS,
  clock = () => performance.now(),
}: Options = {}): FindHost {
  const kept = new RecentMap<string, LookUp>(MOST_KEPT);
  const [usual, local] = [createTurnstile(LOOKED_UP_AT_ONCE), createTurnstile(LOCAL_AT_ONCE)];
  const find = (name: string) => {
    const known = kept.get(name);
    if (known !== undefined && clock() < known.untilMs) return known.found;
    const turnstile = name.endsWith(".local") ? local : usual;
    const found = turnstile(() => resolveTarget(name, { refusal: refusalOfCheck, lookUp }));
    // One that lasts is not begun again: while no server answers they would be more and more.
    const begun: LookUp = { untilMs: Number.POSITIVE_INFINITY, found };
    const end = () => void (begun.untilMs = clock() + KEPT_MS);
    // Whoever asked may have left by then.
    found.then(end, end);
    kept.set(name, begun);
    return found;
  };
  return async (name, signal) => {
    try {
      return firstOfEach(await withinTime(patienceMs, untilAborted(find(name), signal), late));
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOf(name, error);
    }
  };
}

function firstOfEach([first, ...others]: readonly [Address, ...Address[]]): [string, ...string[]] {
  const other = others.find((address) => address.kind() !== first.kind());
  return [first.toString(), ...(other === undefined ? [] : [other.toString()])];
}

/** Only DNS saying that there is no such name is the device's own fault; whatever else went wrong tells nothing of it. */
function outcomeOf(name: string, error: unknown): CheckOutcome {
  const isNameless = NAMELESS.has(codeOf(error) ?? "");
  return {
    status: isNameless ? "down" : "unknown",
    latencyMs: null,
    error: `${name}: ${troubleOf(error).message}`.slice(0, 255),
    statusCode: null,
    details: {},
    ...(isNameless && { isNameless }),
  };
}
