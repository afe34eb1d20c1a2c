import { type ColumnRow, EVENT, type EventColumn, SEARCHED_COLUMNS } from "../../event/columns";
import type { Condition } from "../../query/predicate";
import type { Contains } from "./pattern-tests";
import { type Anchor, findAnchor } from "./needles";

/** What a line must have before a pattern is looked at. `any`: nothing. */
export type Trigger =
  | { kind: "word"; anchor: Anchor; condition: Condition }
  | {
      kind: "value";
      columns: readonly EventColumn[];
      values: readonly (string | number)[];
      condition: Condition;
    }
  | { kind: "subnet"; condition: Condition & { kind: "in subnet" } }
  | { kind: "any" };

/** Shorter words stand in most lines. */
export const MIN_WORD_BYTES = 3;

/** How little of the lines a trigger lets through: the greater, the better. */
const WORTH = { selective: 4, word: 3, medium: 2, coarse: 1, any: 0 };

/**
 * The condition of a pattern that rules out most lines for the least. Of those as good as each other the one that
 * fewest patterns have, and then the longest word. `usesOf`: how many patterns have what a trigger asks for (`nameOf`).
 */
export function chooseTrigger(conditions: readonly Condition[], usesOf: (name: string) => number): Trigger {
  let best: Trigger = { kind: "any" };
  for (const condition of conditions) {
    const trigger = triggerOf(condition);
    if (trigger !== undefined && isBetter(trigger, best, usesOf)) best = trigger;
  }
  return best;
}

/** Whether a pattern with such a trigger is looked at for a great part of all lines. */
export function isWeak(trigger: Trigger): boolean {
  return worthOf(trigger) <= WORTH.coarse;
}

function triggerOf(condition: Condition): Trigger | undefined {
  if (condition.isNegated) return undefined;
  switch (condition.kind) {
    case "equals":
      return { kind: "value", columns: [condition.column], values: [condition.value], condition };
    case "any of":
      return { kind: "value", columns: condition.columns, values: condition.values, condition };
    case "of device":
    case "in ranges":
    case "names network":
      return undefined;
    case "in subnet":
      return { kind: "subnet", condition };
    case "contains": {
      if (!isSearched(condition)) return undefined;
      const anchor = findAnchor(condition.text);
      return anchor === undefined ? undefined : { kind: "word", anchor, condition };
    }
  }
}

/** Whether a text is looked for in the line and its sender's name. */
export function isSearched(condition: Condition): condition is Contains {
  return condition.kind === "contains" && condition.columns.join() === SEARCHED_COLUMNS.join();
}

function isBetter(trigger: Trigger, best: Trigger, usesOf: (name: string) => number): boolean {
  const [worth, bestWorth] = [worthOf(trigger), worthOf(best)];
  if (worth !== bestWorth) return worth > bestWorth;
  const [uses, bestUses] = [usesOf(nameOf(trigger)), usesOf(nameOf(best))];
  if (uses !== bestUses) return uses < bestUses;
  if (trigger.kind !== "word" || best.kind !== "word") return false;
  return trigger.anchor.bytes.length > best.anchor.bytes.length;
}

/** The same for triggers that ask for the same. */
export function nameOf(trigger: Trigger): string {
  switch (trigger.kind) {
    case "word":
      return `word ${textOf(trigger)}`;
    case "value":
      return JSON.stringify([trigger.columns, trigger.values]);
    case "subnet":
      return JSON.stringify([trigger.condition.columns, trigger.condition.subnet]);
    case "any":
      return "";
  }
}

/** What tells a word from others. */
export function textOf({ anchor }: { anchor: Anchor }): string {
  return Buffer.from(anchor.bytes).toString("latin1");
}

function worthOf(trigger: Trigger): number {
  switch (trigger.kind) {
    case "any":
      return WORTH.any;
    case "word":
      return trigger.anchor.bytes.length < MIN_WORD_BYTES ? WORTH.coarse : WORTH.word;
    case "subnet":
      return trigger.condition.subnet.prefixLength < 8 ? WORTH.coarse : WORTH.medium;
    case "value":
      if (trigger.columns.every((column) => spreadOf(column) === "rare")) return WORTH.selective;
      return trigger.columns.some((column) => spreadOf(column) === "common") ? WORTH.coarse : WORTH.medium;
  }
}

function spreadOf(column: EventColumn): ColumnRow["spread"] {
  const row: ColumnRow = EVENT[column];
  return row.spread;
}
