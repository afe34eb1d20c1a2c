import { formatAddress } from "#features/ipam";
import { type ActiveTargetRule, REFUSED_ALWAYS, troubleOfRange } from "#platform/active-targets";
import { badRequest } from "#platform/errors";
import { parseAddress } from "#platform/ip";
import { exclusionOf, withoutExcluded } from "./exclusion";
import { parseTarget, splitTarget, type Interval, type Target } from "./target";

export type ScanLimits = {
  /** DISCOVERY_MAX_HOSTS */
  mostHosts: number;
  /** DISCOVERY_MAX_HOSTS_WITHOUT_CONFIRMATION */
  mostUnconfirmed: number;
};

type Rules = { rule: ActiveTargetRule; limits: ScanLimits };

const REFUSED_PUBLIC = "Public IP scanning is blocked by default";
const UNCONFIRMED = "Large scan requires explicit confirmation";

/** What a person wrote: the target, and what of it is left out. */
export type GivenTarget = { target: string; exclude: readonly string[] };

/**
 * The target of a text without what is excluded, where its addresses may be sent to. @throws ApiError 400 that
 * says why not.
 */
export function permittedTarget({ target: text, exclude }: GivenTarget, rule: ActiveTargetRule): Target {
  const { target: whole, refusal } = parseTarget(text);
  if (whole === undefined) throw badRequest(refusal);
  const target = exclude.length === 0 ? whole : withoutExcluded(whole, exclusionOf(exclude));
  for (const interval of target.intervals) {
    const trouble = troubleOf(interval, rule);
    if (trouble !== undefined) throw badRequest(trouble === "public" ? REFUSED_PUBLIC : REFUSED_ALWAYS);
  }
  return target;
}

/** The same, where it is small enough, too. @throws ApiError 400 that says why not. */
export function scannableTarget(
  { confirm_large_scan: isConfirmed, ...given }: GivenTarget & { confirm_large_scan: boolean },
  { rule, limits }: Rules,
): Target {
  const target = permittedTarget(given, rule);
  const refusal = refusalOfSize(target, limits);
  if (refusal !== undefined) throw badRequest(refusal);
  if (needsConfirmation(target, limits) && !isConfirmed) throw badRequest(UNCONFIRMED);
  return target;
}

/** Why what has to be gone through is too large; undefined: it is not. */
export function refusalOfSize(target: Target, { mostHosts }: ScanLimits): string | undefined {
  const { count } = splitTarget(target, mostHosts).swept;
  return count > mostHosts ? `Scan target is too large; maximum is ${mostHosts} addresses` : undefined;
}

export function needsConfirmation(target: Target, { mostHosts, mostUnconfirmed }: ScanLimits): boolean {
  return splitTarget(target, mostHosts).swept.count > mostUnconfirmed;
}

function troubleOf({ family, first, last }: Interval, rule: ActiveTargetRule) {
  const [low, high] = [first, last].map((value) => parseAddress(formatAddress({ family, value })));
  if (low === undefined || high === undefined) throw new Error("our bug: a number that is no address");
  // A network around the IPv4-mapped addresses: one of its ends reads as IPv4.
  return low.kind() === high.kind() ? troubleOfRange(low, high, rule) : "never";
}
