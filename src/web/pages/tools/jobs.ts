import { recognise } from "../../format/address";
import type { Tool } from "./search";

/** So many at once can be looked at beside each other. */
export const MAX_TARGETS = 4;

export type Target = { text: string; kind: "address" | "network" | "name" };
export type Job = { target: Target; tool: Tool | "subnet" };

/**
 * The targets of a text, each once, in their order: addresses and networks in their usual form, and everything else as
 * a name.
 */
export function targetsOf(text: string): Target[] {
  const targets = text
    .split(/[\s,;]+/)
    .filter((word) => word !== "")
    .map(targetOf);
  return [...new Map(targets.map((target) => [target.text, target])).values()];
}

function targetOf(word: string): Target {
  const known = recognise(word);
  if (known === undefined || known.kind === "mac") return { text: word, kind: "name" };
  return { text: known.text, kind: known.kind };
}

/** What is to be done, by target. A network can be reckoned with and nothing else, whichever tools were chosen. */
export function jobsOf(targets: readonly Target[], tools: readonly Tool[]): Job[] {
  return targets.flatMap<Job>((target) =>
    target.kind === "network" ? [{ target, tool: "subnet" }] : tools.map((tool) => ({ target, tool })),
  );
}
