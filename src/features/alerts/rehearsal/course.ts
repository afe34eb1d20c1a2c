import type { RuleDraft } from "../rules/models";

/** What a rule hears of one thing at one moment, milliseconds; as the watch hears it. */
export type Step = { atMs: number } & (
  | { kind: "begins"; sentence: string }
  /** Nothing could be found out: what lasts goes on, and nothing begins. */
  | { kind: "lasts" }
  /** Something stands before it: it is neither to be told nor over. */
  | { kind: "is held" }
  | { kind: "ends" }
  /** It is not watched any more. */
  | { kind: "is dropped" }
  | { kind: "happens"; sentence: string }
);

/** What a rule hears of one thing, the oldest first. */
export type Course = {
  subject: string;
  /** What an incident of it is about. */
  cause: string;
  deviceId: number | null;
  steps: readonly Step[];
};

/** What a rule would have found of one thing. */
export type Alert = {
  /** When it was told, or would have been if there were somebody to tell. */
  firedAtMs: number;
  sentence: string;
} & (
  | { kind: "happened" }
  | {
      kind: "lasted";
      startedAtMs: number;
      /** Null: it still lasts. */
      endedAtMs: number | null;
      /** When its end is told; null: it is not. */
      endToldAtMs: number | null;
    }
);

type Lasting = Extract<Alert, { kind: "lasted" }>;

type Trouble = {
  sentence: string;
  startedAtMs: number;
  dueAtMs: number;
  isHeld: boolean;
  /** Since when it may be told, beside when it is due. */
  isFreeSinceMs: number;
  /** Undefined: it was not told yet. */
  alert: Lasting | undefined;
};

const MINUTE_MS = 60_000;
/** How often the watch takes a turn. */
const TURN_MS = 1000;

/** The turn of the watch that takes what happens then. */
export function turnOf(atMs: number): number {
  return Math.ceil(atMs / TURN_MS) * TURN_MS;
}

/**
 * What a rule finds of one thing as time goes by, by the same rules as the watch (`watch/troubles.ts`,
 * `watch/fire.ts`): "for five minutes", the pause between alerts, what stands before trouble, and its end. Up to
 * `untilMs`.
 */
export function play(rule: RuleDraft, steps: readonly Step[], untilMs: number): Alert[] {
  const course = new Playing(rule);
  let turnMs = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    const next = turnOf(step.atMs);
    // What is due by the last turn before this one is told by then.
    if (next > turnMs) course.fireDue(next - TURN_MS);
    turnMs = next;
    course.take(step, turnMs);
  }
  course.fireDue(untilMs);
  return course.alerts;
}

class Playing {
  readonly alerts: Alert[] = [];
  readonly #rule: RuleDraft;
  #trouble: Trouble | undefined;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(rule: RuleDraft) {
    this.#rule = rule;
  }

  fireDue(untilMs: number): void {
    const trouble = this.#trouble;
    if (trouble === undefined || trouble.isHeld || trouble.alert !== undefined) return;
    const firedAtMs = Math.max(turnOf(trouble.dueAtMs), trouble.isFreeSinceMs);
    if (firedAtMs > untilMs) return;
    const { sentence, startedAtMs } = trouble;
    const alert: Lasting = {
      kind: "lasted",
      firedAtMs,
      sentence,
      startedAtMs,
      endedAtMs: null,
      endToldAtMs: null,
    };
    trouble.alert = alert;
    this.#tell(alert);
  }

  take(step: Step, turnMs: number): void {
    switch (step.kind) {
      case "begins":
        return this.#begin(step, turnMs);
      case "lasts":
        return this.#free(turnMs);
      case "is held":
        if (this.#trouble !== undefined) this.#trouble.isHeld = true;
        return;
      case "ends":
        return this.#end(turnMs, { isNews: true });
      case "is dropped":
        return this.#end(turnMs, { isNews: false });
      case "happens":
        if (turnMs < this.#pausedUntilMs) return;
        this.#tell({ kind: "happened", firedAtMs: turnMs, sentence: step.sentence });
    }
  }

  #tell(alert: Alert): void {
    this.alerts.push(alert);
    this.#pausedUntilMs = alert.firedAtMs + this.#rule.cooldownMinutes * MINUTE_MS;
  }

  #begin({ atMs, sentence }: { atMs: number; sentence: string }, turnMs: number): void {
    if (this.#trouble !== undefined) {
      this.#free(turnMs);
      this.#trouble.sentence = sentence;
      return;
    }
    const dueAtMs = Math.max(atMs + this.#rule.forMinutes * MINUTE_MS, this.#pausedUntilMs);
    this.#trouble = {
      sentence,
      startedAtMs: atMs,
      dueAtMs,
      isHeld: false,
      isFreeSinceMs: turnMs,
      alert: undefined,
    };
  }

  #free(turnMs: number): void {
    const trouble = this.#trouble;
    if (trouble === undefined || !trouble.isHeld) return;
    trouble.isHeld = false;
    trouble.isFreeSinceMs = turnMs;
  }

  #end(turnMs: number, { isNews }: { isNews: boolean }): void {
    const alert = this.#trouble?.alert;
    this.#trouble = undefined;
    if (alert === undefined) return;
    alert.endedAtMs = turnMs;
    if (isNews && this.#rule.notifiesRecovery) alert.endToldAtMs = turnMs;
  }
}
