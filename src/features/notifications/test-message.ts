import type { Message, Outcome } from "./delivery/message";

export const TEST_TEXT = "This is a test message from Netatlas.";

export function testMessage(text = TEST_TEXT): Message {
  return { id: crypto.randomUUID(), title: "Netatlas test", text };
}

/** What is told of a test. */
export function toTestResult({ status, detail }: Outcome) {
  return { status, detail };
}
