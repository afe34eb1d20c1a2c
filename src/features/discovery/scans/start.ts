import type { Actor } from "#features/audit";
import { toExactInteger } from "#features/ipam";
import { type ActiveTargetRule, refusalOfTarget } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { badRequest } from "#platform/errors";
import { parseAddress } from "#platform/ip";
import type { WorkerPool } from "#platform/workers";
import {
  needsConfirmation,
  permittedTarget,
  refusalOfSize,
  scannableTarget,
  type ScanLimits,
} from "../target/policy";
import type { Target } from "../target/target";
import type { BegunScan, ScanDesk } from "./desk";
import { estimatedSeconds, timeoutSeconds } from "./limits";
import type { DiscoveryStart, Estimate, EstimateRequest } from "./models";
import type { CountScan } from "./rate-limit";
import { createSnmpFill, type FillBySnmp, type SnmpRequest } from "./snmp-fill";

/** What scans are begun with. */
export type ScanDeps = {
  db: Db;
  desk: ScanDesk;
  countScan: CountScan;
  targetRule: () => Promise<ActiveTargetRule>;
  limits: ScanLimits & { baseSeconds: number };
  encryption: Encryption;
  pool: WorkerPool;
};

/** The target of what a person wrote. @throws ApiError 400 in the contract's words. */
export type JudgeTarget = (given: { target: string; confirm_large_scan: boolean }) => Target;

/** Judges by the rules as they are now. */
export async function openJudge({ targetRule, limits }: ScanDeps): Promise<JudgeTarget> {
  const rule = await targetRule();
  return (given) => scannableTarget(given, { rule, limits });
}

type Started = { begun: Promise<BegunScan>; ended: Promise<BegunScan> };

/**
 * Begins a scan by hand. It counts for the limit of its user whatever else is wrong with it.
 * @throws ApiError 429, 400 in the contract's words.
 */
export async function startScan(
  deps: ScanDeps,
  input: { request: DiscoveryStart; userId: number; actor: Actor; signal: AbortSignal },
): Promise<Started> {
  const { request, ...who } = input;
  await deps.countScan(who.userId);
  const judge = await openJudge(deps);
  const target = judge(request);
  const fill = await openFill(deps, {
    profileId: request.snmp_profile_id,
    community: request.snmp_community,
    port: request.snmp_port,
    timeoutSeconds: request.snmp_timeout_seconds,
    targets: request.snmp_targets,
    groupId: request.topology_group_id,
  });
  return deps.desk.start({ ...who, target, scanType: request.scan_type, fill });
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
  { targetRule, limits }: Pick<ScanDeps, "targetRule" | "limits">,
  { target: text, scan_type: scanType }: EstimateRequest,
): Promise<Estimate> {
  const target = permittedTarget(text, await targetRule());
  const refusal = refusalOfSize(target, limits) ?? null;
  const extent = { scanType, hostCount: Number(target.count) };
  return {
    target: target.text,
    addresses: toExactInteger(target.count),
    addresses_text: String(target.count),
    seconds: refusal === null ? estimatedSeconds(extent) : null,
    timeout_seconds: refusal === null ? timeoutSeconds(extent, limits.baseSeconds) : null,
    needs_confirmation: needsConfirmation(target, limits),
    refusal,
  };
}
