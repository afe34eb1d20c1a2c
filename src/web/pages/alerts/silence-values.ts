import type { AlertRule } from "../../api/alerts";
import type { Model } from "../../api/client";
import type { MaintenanceThing } from "../../api/maintenance";
import { momentFault } from "../../components/moment-input/moment";
import { isScopeThing, toScope, type ScopeThing } from "../../components/scope-field/scope";

export type DeviceThing = { kind: "device"; id: number | null; name: string };
export type SilencedThing = DeviceThing | ScopeThing;

export type SilenceValues = {
  reason: string;
  length: string;
  ends_at: string;
  things: readonly SilencedThing[];
  rules: readonly Pick<AlertRule, "id" | "name">[];
};

const HOUR_MS = 3_600_000;
/** When people are at work again. */
const MORNING = 8;

export const LENGTHS = [
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "24", label: "1 day" },
  { value: "morning", label: "Until tomorrow morning, 08:00" },
  { value: "until", label: "Until a time" },
] as const;

/** When a silence that begins now ends; undefined: no such time. */
export function endOf(
  { length, ends_at: until }: Pick<SilenceValues, "length" | "ends_at">,
  now = new Date(),
): Date | undefined {
  if (length === "morning") return morningAfter(now);
  if (length !== "until") return new Date(now.getTime() + Number(length) * HOUR_MS);
  const at = new Date(until);
  return until === "" || Number.isNaN(at.getTime()) ? undefined : at;
}

/** In the viewer's zone, whatever daylight saving does that night. */
function morningAfter(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
}

export const SILENCE_RULES = {
  reason: (text: string) => (text.trim() === "" ? "The reason is missing" : null),
  ends_at: (_: string, values: SilenceValues) => {
    const fault = values.length === "until" ? momentFault(values.ends_at) : null;
    if (fault !== null) return fault;
    const end = endOf(values);
    if (end === undefined) return "When it ends is missing";
    return end.getTime() > Date.now() ? null : "It has to end in the future";
  },
};

export function toSilence(values: SilenceValues): Model<"AlertSilenceCreate"> {
  const { reason, things, rules } = values;
  const scoped = things.filter(isScopeThing);
  return {
    reason: reason.trim(),
    ends_at: (endOf(values) ?? new Date()).toISOString(),
    rule_ids: rules.map(({ id }) => id),
    device_ids: things.flatMap(({ kind, id }) => (kind === "device" && id !== null ? [id] : [])),
    scope: scoped.length === 0 ? null : toScope(scoped),
  };
}

/** Devices by name, or by what they have in common: the service takes one or the other. */
export function fitting(
  choices: readonly SilencedThing[],
  chosen: readonly SilencedThing[],
): readonly SilencedThing[] {
  const [first] = chosen;
  if (first === undefined) return choices;
  return choices.filter(({ kind }) => (kind === "device") === (first.kind === "device"));
}

export function devicesOf(found: readonly MaintenanceThing[]): DeviceThing[] {
  return found.flatMap(({ kind, id, name }) => (kind === "device" ? [{ kind, id, name }] : []));
}
