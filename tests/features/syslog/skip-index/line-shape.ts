import { createNgramFilter, scanLine } from "../../../../src/features/syslog/skip-index/ngram-filter";

export function shapeOf(line: string): number {
  return scanLine(line, createNgramFilter());
}
