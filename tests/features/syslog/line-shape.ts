import { createLetterMarks, scanLine } from "../../../src/features/syslog/letter-marks";

export function shapeOf(line: string): number {
  return scanLine(line, createLetterMarks());
}
