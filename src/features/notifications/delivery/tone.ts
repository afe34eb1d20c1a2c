import type { Message } from "./message";

/** What a colour, or a priority, has to say. */
export type Tone = "critical" | "warning" | "info" | "good";

/** Undefined where the message says nothing of it: then it looks as the other side has it look. */
export function toneOf({ severity, status }: Pick<Message, "severity" | "status">): Tone | undefined {
  if (status === "resolved") return "good";
  if (status === "acknowledged") return "info";
  return severity;
}

/** Red, green and blue, a byte each. */
export const COLOURS: Readonly<Record<Tone, number>> = {
  critical: 0xd9_2d_20,
  warning: 0xf7_90_09,
  info: 0x2e_90_fa,
  good: 0x12_b7_6a,
};

/** As `#d92d20`. */
export function hexOf(tone: Tone): string {
  return `#${COLOURS[tone].toString(16).padStart(6, "0")}`;
}
