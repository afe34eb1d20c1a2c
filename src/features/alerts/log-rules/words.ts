import { counted } from "../words";

type Windowed = { logWindowMinutes: number; logLines: number | null };

/** `5 log lines matched within 10 min`. */
export function patternWords(lines: number, { logWindowMinutes: minutes }: Windowed): string {
  return `${counted(lines, "log line")} matched${lines === 1 ? "" : ` within ${minutes} min`}`;
}

/** `1,200 log lines within 5 min match: 1,000 or more`, without the commas. */
export function tooManyWords(lines: number, rule: Windowed): string {
  return `${inWindow(lines, rule)} match: ${rule.logLines ?? 1} or more`;
}

export function tooFewWords(lines: number, rule: Windowed): string {
  return `${inWindow(lines, rule)} match: fewer than ${rule.logLines ?? 1}`;
}

function inWindow(lines: number, { logWindowMinutes: minutes }: Windowed): string {
  return `${counted(lines, "log line")} within ${minutes} min`;
}
