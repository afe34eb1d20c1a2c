import { findDeviceAgent, type DeviceAgent } from "#features/topology";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Claim } from "#platform/claims";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { Encryption } from "#platform/encryption";
import type { Logger } from "#platform/log";
import { oneLine } from "#platform/one-line";
import { ProbeTrouble } from "#platform/probe/trouble";
import { patienceOf, readScalar } from "#platform/snmp/read";
import { SnmpSession, type Agent } from "#platform/snmp/session";
import { SYS_UPTIME } from "#platform/snmp/system";
import type { SnmpValue } from "#platform/snmp/value";
import type { Poll, Poller } from "../poller";

export type TurnContext = {
  db: Db;
  encryption: Encryption;
  targetRule: () => Promise<ActiveTargetRule>;
  log: Logger;
};

/** What is asked of a device now, under a claim. */
export type Task = { claim: Claim; poller: Poller };
export type Turn = { device: Poll["device"]; tasks: readonly Task[] };

type Told = {
  signal: AbortSignal;
  /** Whether the task is ours still; its lease begins anew. */
  keep: (task: Task) => Promise<boolean>;
  /** Error null: all went well. */
  ended: (task: Task, error: string | null) => Promise<void>;
};

/** Of each poller. */
const LONGEST_MS = 30_000;
const MAX_ROWS = 4096;
/** Of a table in one question: their answer fits into a packet as a rule. */
const ROWS_AT_ONCE = 20;

const REFUSALS = {
  device: "Device not found.",
  "profile assigned": "Device has no SNMP credential profile assigned.",
  profile: "SNMP credential profile not found.",
};

/**
 * Asks a device all that is due, one poller after the other over one session. An agent that does not even tell its time
 * is asked nothing more.
 * @throws the signal's reason, and what is a failure of ours.
 */
export async function takeTurn(ctx: TurnContext, turn: Turn, told: Told): Promise<void> {
  const asked = { deviceId: turn.device.id, signal: told.signal };
  const found = await findDeviceAgent({ ...ctx, rule: await ctx.targetRule() }, asked);
  if (!("agent" in found)) return endAll(turn, told, reasonOf(found));
  let session: SnmpSession | undefined;
  try {
    session = await SnmpSession.open(found.agent);
    const upTime = await readScalar(session, SYS_UPTIME, limitsOf(found.agent, told.signal));
    await askEach(ctx, { turn, told, agent: found.agent, session, upTime: hundredthsOf(upTime) });
  } catch (error) {
    told.signal.throwIfAborted();
    if (!(error instanceof ProbeTrouble)) throw error;
    await endAll(turn, told, oneLine(error.message));
  } finally {
    session?.close();
  }
}

/** Whatever an agent sends, as a number of 32 bits; null: it is none. */
function hundredthsOf(value: SnmpValue | null): number | null {
  const number = Number(value?.number ?? Number.NaN);
  return Number.isInteger(number) && number >= 0 && number < 2 ** 32 ? number : null;
}

function reasonOf(found: Exclude<DeviceAgent, { agent: Agent }>): string {
  return "refusal" in found ? found.refusal : REFUSALS[found.missing];
}

async function endAll({ tasks }: Turn, told: Told, error: string): Promise<void> {
  for (const task of tasks) await told.ended(task, error);
}

type Asked = { turn: Turn; told: Told; agent: Agent; session: SnmpSession; upTime: number | null };

async function askEach(ctx: TurnContext, { turn, told, agent, session, upTime }: Asked): Promise<void> {
  const { db, log } = ctx;
  for (const task of turn.tasks) {
    if (!(await told.keep(task))) continue;
    const options = {
      ...limitsOf(agent, told.signal),
      mostRows: MAX_ROWS,
      rowsAtOnce: ROWS_AT_ONCE,
      endsAt: performance.now() + LONGEST_MS,
    };
    const poll = { device: turn.device, session, options, at: await databaseNow(db), upTime };
    let error: string | null = null;
    try {
      await task.poller.poll({ db, log }, poll);
    } catch (trouble) {
      told.signal.throwIfAborted();
      if (trouble instanceof ProbeTrouble) error = oneLine(trouble.message);
      else {
        // Its lease ends, and it is tried again; others are asked nevertheless.
        log.warn({ err: trouble, device: turn.device.id, poller: task.poller.name }, "a poll failed");
        continue;
      }
    }
    await told.ended(task, error);
  }
}

function limitsOf({ access }: Agent, signal: AbortSignal) {
  return { timeoutMs: patienceOf(access, LONGEST_MS), signal };
}
