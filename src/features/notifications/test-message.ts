import { endQuarantine } from "#platform/outbox/quarantine";
import { deliver } from "./deliver";
import { OK, type Outcome } from "./delivery/outcome";
import { TEST_TEXT } from "./models";

type Test = { target: string; text?: string };

/** Sends a test message at once, and once. One that arrives ends a quarantine of its target. */
export async function sendTest(
  ctx: Parameters<typeof deliver>[0],
  { target, text = TEST_TEXT }: Test,
): Promise<Outcome> {
  const message = { id: crypto.randomUUID(), title: "Netatlas test", text };
  const outcome = await deliver(ctx, { target, message });
  if (outcome.status === OK.status) await endQuarantine(ctx.db, target);
  return outcome;
}

/** What is told of a test. */
export function toTestResult({ status, detail }: Outcome) {
  return { status, detail };
}
