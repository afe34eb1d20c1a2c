import { type CharSet, setOf, unionOf } from "./char-set";
import type { Node } from "./node";

const NOTHING = setOf();

/** What a match of a part begins with, whether it can be empty, and whether it begins where the text does. */
export type Start = { first: CharSet; isNullable: boolean; isAnchored: boolean };

export function startOf(node: Node): Start {
  switch (node.kind) {
    case "empty":
    case "end":
    case "boundary":
      return { first: NOTHING, isNullable: true, isAnchored: false };
    case "start":
      return { first: NOTHING, isNullable: true, isAnchored: true };
    case "char":
      return { first: setOf([node.unit, node.unit]), isNullable: false, isAnchored: false };
    case "set":
      return { first: node.set, isNullable: false, isAnchored: false };
    case "group":
      return startOf(node.part);
    case "repeat": {
      const start = startOf(node.part);
      return node.least > 0
        ? start
        : { first: node.most === 0 ? NOTHING : start.first, isNullable: true, isAnchored: false };
    }
    case "either": {
      const starts = node.options.map(startOf);
      return {
        first: unionOf(starts.map(({ first }) => first)),
        isNullable: starts.some(({ isNullable }) => isNullable),
        isAnchored: starts.every(({ isAnchored }) => isAnchored),
      };
    }
    case "sequence":
      return startOfSequence(node.parts);
  }
}

function startOfSequence(parts: readonly Node[]): Start {
  const sets: CharSet[] = [];
  let isAnchored = false;
  for (const part of parts) {
    const start = startOf(part);
    isAnchored ||= start.isAnchored;
    sets.push(start.first);
    if (!start.isNullable) return { first: unionOf(sets), isNullable: false, isAnchored };
  }
  return { first: unionOf(sets), isNullable: true, isAnchored };
}

/** The longest text that every match has in it; empty where none is known. */
export function literalIn(node: Node): string {
  let longest = "";
  let run = "";
  const end = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  const visit = (part: Node): void => {
    switch (part.kind) {
      case "char":
        run += String.fromCharCode(part.unit);
        return;
      case "sequence":
        return part.parts.forEach(visit);
      case "group":
        return visit(part.part);
      case "repeat":
        end();
        if (part.least > 0) visit(part.part);
        end();
        return;
      case "start":
      case "end":
      case "boundary":
      case "empty":
        return;
      case "set":
      case "either":
        end();
    }
  };
  visit(node);
  end();
  return longest;
}
