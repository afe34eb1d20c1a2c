import { type CharSet, setOf, unionOf } from "./char-set";
import type { Node } from "./node";

/** Whether a part matches the empty text. */
export function isNullable(node: Node): boolean {
  switch (node.kind) {
    case "empty":
    case "start":
    case "end":
    case "boundary":
      return true;
    case "char":
    case "set":
      return false;
    case "group":
      return isNullable(node.part);
    case "repeat":
      return node.least === 0 || isNullable(node.part);
    case "either":
      return node.options.some(isNullable);
    case "sequence":
      return node.parts.every(isNullable);
  }
}

/** Whether a part can only match where the text begins. */
export function isAnchored(node: Node): boolean {
  switch (node.kind) {
    case "start":
      return true;
    case "group":
      return isAnchored(node.part);
    case "repeat":
      return node.least > 0 && isAnchored(node.part);
    case "either":
      return node.options.every(isAnchored);
    case "sequence":
      for (const part of node.parts) {
        if (isAnchored(part)) return true;
        if (!isNullable(part)) return false;
      }
      return false;
    case "empty":
    case "end":
    case "boundary":
    case "char":
    case "set":
      return false;
  }
}

/** What a match of a part can begin with, where it is not empty. */
export function firstOf(node: Node): CharSet {
  const sets: CharSet[] = [];
  const visit = (part: Node): void => {
    switch (part.kind) {
      case "char":
        sets.push(setOf([part.unit, part.unit]));
        return;
      case "set":
        sets.push(part.set);
        return;
      case "group":
        return visit(part.part);
      case "repeat":
        if (part.most > 0) visit(part.part);
        return;
      case "either":
        return part.options.forEach(visit);
      case "sequence":
        for (const each of part.parts) {
          visit(each);
          if (!isNullable(each)) return;
        }
        return;
      case "empty":
      case "start":
      case "end":
      case "boundary":
    }
  };
  visit(node);
  return unionOf(sets);
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
