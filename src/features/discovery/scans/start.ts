import type { Actor } from "#features/audit";
import { toExactInteger } from "#features/ipam";
import { type ActiveTargetRule, refusalOfTarget } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { badRequest } from "#platform/errors";
import type { Outside } from "#platform/http/dry-run";
import { parseAddress } from "#platform/ip";
import type { WorkerPool } from "#platform/workers";
import { NMAP_MISSING, requireEngine, type FindNmap } from "../sweep/nmap/program";
import { exclusionOf } from "../target/exclusion";
import {
  type GivenTarget,
  needsConfirmation,
  permittedTarget,
  refusalOfSize,
  scannableTarget,
  type ScanLimits,
} from "../target/policy";
import { splitTarget, type Target } from "../target/target";
import type { BegunScan, ScanDesk } from "./desk";
import { findKnownAddresses } from "./known-addresses";
import { estimatedSeconds, timeoutSeconds } from "./limits";
import type { DiscoveryStart, EngineRead, Estimate, EstimateRequest } from "./models";
import type { CountScan } from "./rate-limit";
import { createSnmpFill, type FillBySnmp, type SnmpRequest } from "./snmp-fill";

/** What scans are begun with. */
export type ScanDeps = {
  db: Db;
  desk: ScanDesk;
  countScan: CountScan;
  targetRule: () => Promise<ActiveTargetRule>;
  limits: ScanLimits & { baseSeconds: number };
  findNmap: FindNmap;
  encryption: Encryption;
  pool: WorkerPool;
};

/** The target of what a person wrote. @throws ApiError 400 that says what is wrong. */
export type JudgeTarget = (given: GivenTarget & { confirm_large_scan: boolean }) => Target;

/** Judges by the rules as they are now. */
export async function openJudge({ targetRule, limits }: ScanDeps): Promise<JudgeTarget> {
  const rule = await targetRule();
  return (given) => scannableTarget(given, { rule, limits });
}

type Started = { begun: Promise<BegunScan>; ended: Promise<BegunScan> };

/**
 * Begins a scan by hand. It counts for the limit of its user whatever else is wrong with it.
 * @throws ApiError 429, 400 that says what is wrong, 503 where its engine is not there.
 */
export async function startScan(
  deps: ScanDeps,
  input: {
    request: DiscoveryStart;
    userId: number;
    actor: Actor;
    signal: AbortSignal;
    /** A trial counts for no limit, and ends where the scan would begin. */
    isTrial: boolean;
    outside: Outside;
  },
): Promise<Started> {
  const { request, outside, isTrial, ...who } = input;
  if (!isTrial) await deps.countScan(who.userId);
  const judge = await openJudge(deps);
  const target = judge(request);
  const nmap = requireEngine(request.engine, deps.findNmap);
  const fill = await openFill(deps, {
    profileId: request.snmp_profile_id,
    community: request.snmp_community,
    port: request.snmp_port,
    timeoutSeconds: request.snmp_timeout_seconds,
    targets: request.snmp_targets,
    groupId: request.topology_group_id,
  });
  const { scan_type: scanType, exclude } = request;
  const scan = { ...who, target, scanType, exclusion: exclusionOf(exclude), nmap, fill };
  return outside(`scan ${target.text} (${scanType})`, async () => deps.desk.start(scan));
}

/** How agents are asked; undefined: none is. @throws ApiError 400 for an agent that may not be asked. */
export async function openFill(deps: ScanDeps, request: SnmpRequest): Promise<FillBySnmp | undefined> {
  const rule = await deps.targetRule();
  for (const text of request.targets) {
    const address = parseAddress(text);
    const refusal = address && refusalOfTarget(address, rule);
    if (refusal !== undefined) throw badRequest(refusal);
  }
  return createSnmpFill(deps, request);
}

/** What a scan would be, before anything is sent. @throws ApiError 400 for a target that is none. */
export async function estimateScan(
  { db, targetRule, limits }: Pick<ScanDeps, "db" | "targetRule" | "limits">,
  { scan_type: scanType, ...given }: EstimateRequest,
): Promise<Estimate> {
  const target = permittedTarget(given, await targetRule());
  const refusal = refusalOfSize(target, limits) ?? null;
  const { swept, known: intervals } = splitTarget(target, limits.mostHosts);
  const most = refusal === null ? limits.mostHosts - Number(swept.count) : 0;
  const known = await findKnownAddresses(db, { intervals, most });
  const count = swept.count + BigInt(known.length);
  const extent = { scanType, hostCount: Number(count) };
  return {
    target: target.text,
    addresses: toExactInteger(count),
    addresses_text: String(count),
    known_addresses: intervals.length === 0 ? null : known.length,
    seconds: refusal === null ? estimatedSeconds(extent) : null,
    timeout_seconds: refusal === null ? timeoutSeconds(extent, limits.baseSeconds) : null,
    needs_confirmation: needsConfirmation(target, limits),
    refusal,
  };
}

/** What can look for hosts here. */
export function listEngines({ findNmap }: Pick<ScanDeps, "findNmap">): EngineRead[] {
  const isThere = findNmap() !== undefined;
  return [
    { engine: "own", is_available: true, detail: null },
    { engine: "nmap", is_available: isThere, detail: isThere ? null : NMAP_MISSING },
  ];
}
