import { createNgramFilter, addLine } from "../../../../src/features/syslog/skip-index/ngram-filter";

export function shapeOf(line: string): number {
  return addLine(line, createNgramFilter());
}
