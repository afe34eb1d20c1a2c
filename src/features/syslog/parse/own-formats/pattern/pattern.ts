import { writeOutBlocks } from "./blocks";
import { PatternError } from "./node";
import { compileProgram, type Program } from "./program";
import { readSyntax } from "./syntax";

/** Characters of a pattern, its building blocks not written out. */
export const MAX_PATTERN_LENGTH = 2000;

/** Makes a pattern with building blocks ready. Throws PatternError, with the place in the pattern as it was given. */
export function compilePattern(pattern: string): Program {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new PatternError(`a pattern has ${MAX_PATTERN_LENGTH} characters at most`, MAX_PATTERN_LENGTH);
  const { text, origins } = writeOutBlocks(pattern);
  try {
    const { node, ignoresCase } = readSyntax(text);
    return compileProgram(node, ignoresCase);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new PatternError(error.message, origins[error.position] ?? pattern.length);
  }
}
