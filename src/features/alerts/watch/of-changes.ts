import type { StateChange } from "#features/monitoring";
import type { RuleRow } from "../rules/models";
import { durationText, labelOf } from "../words";
import type { Trouble } from "./trouble";

/** What a change of state means by a rule. */
export type Effect =
  | { kind: "begins"; trouble: Trouble }
  /** Something stands before it: it is neither to be told nor over. */
  | { kind: "is held"; subject: string }
  | { kind: "ends"; subject: string; sentence: string; at: Date }
  /** It is not watched any more, so that nobody knows whether it is over. */
  | { kind: "is dropped"; subject: string }
  | { kind: "happens"; trouble: Trouble };

/** What a change of state means by a rule; undefined: nothing. What the rule names is looked at elsewhere. */
export function effectOf(change: StateChange, { eventType }: Pick<RuleRow, "eventType">): Effect | undefined {
  switch (eventType) {
    case "device_offline":
      return change.kind === "device" ? spanOf(change, "down") : undefined;
    case "service_down":
      return change.kind === "service" ? spanOf(change, "down") : undefined;
    case "monitor_down":
      return change.kind === "monitor" ? spanOf(change, "down") : undefined;
    case "device_unexpected_state":
      return unexpected(change);
    case "device_online":
      return isBack(change) ? happens(change, recoveryOf(change)) : undefined;
    case "device_expected_state_restored":
      return isAsExpected(change) ? happens(change, `${labelOf(change)} is as expected again`) : undefined;
    case "any_status_change":
      return change.kind === "device" && isNews(change)
        ? happens(
            change,
            `${labelOf(change)} status changed to ${change.state === "up" ? "ONLINE" : "OFFLINE"}`,
          )
        : undefined;
    default:
      return undefined;
  }
}

function subjectOf({ kind, deviceId, targetId }: StateChange): string {
  return kind === "device" && deviceId !== null ? `device:${deviceId}` : `target:${targetId}`;
}

function troubleOf(change: StateChange, sentence: string): Trouble {
  const { deviceId, targetId, at } = change;
  return { subject: subjectOf(change), deviceId, targetId, sentence, startedAt: at };
}

function happens(change: StateChange, sentence: string): Effect {
  return { kind: "happens", trouble: troubleOf(change, sentence) };
}

/** `bad`: the state in which it is in trouble; in the other one of up and down it is over. */
function spanOf(change: StateChange, bad: "up" | "down"): Effect {
  const subject = subjectOf(change);
  if (change.state === "paused") return { kind: "is dropped", subject };
  if (change.state !== "up" && change.state !== "down") return { kind: "is held", subject };
  if (change.state === bad) return { kind: "begins", trouble: troubleOf(change, badNewsOf(change)) };
  return { kind: "ends", subject, sentence: recoveryOf(change), at: change.at };
}

function unexpected(change: StateChange): Effect | undefined {
  const { kind, expectedStatus } = change;
  if (kind !== "device" || expectedStatus === null) return undefined;
  return spanOf(change, expectedStatus === "online" ? "down" : "up");
}

function isAsExpected({ kind, expectedStatus, state, known }: StateChange): boolean {
  if (kind !== "device" || expectedStatus === null || known === null) return false;
  const expected = expectedStatus === "online" ? "up" : "down";
  return state === expected && known !== expected;
}

function isBack({ kind, state, known }: StateChange): boolean {
  return kind === "device" && state === "up" && known === "down";
}

/** What it is for the first time is no change. */
function isNews({ state, known }: StateChange): boolean {
  return (state === "up" || state === "down") && known !== null && known !== state;
}

function badNewsOf(change: StateChange): string {
  const { kind, state, reason } = change;
  const because = reason === null ? "" : `: ${reason}`;
  if (state === "up") return `${labelOf(change)} is ONLINE, which is not expected`;
  return `${labelOf(change)} is ${kind === "device" ? "now OFFLINE" : "DOWN"}${because}`;
}

function recoveryOf(change: StateChange): string {
  const { kind, state, downSince, at } = change;
  const after = downSince === null ? "" : ` after ${durationText(at.getTime() - downSince.getTime())}`;
  if (state === "down") return `${labelOf(change)} is OFFLINE again, as expected`;
  return `${labelOf(change)} is ${kind === "device" ? "back ONLINE" : "UP again"}${after}`;
}
