import { failureReasonOf } from "./failure-reason";

export type Message = { title: string; text: string };

/** `ok`, or the failure in the contract's words; `detail` says more where there is more to say. */
export type Outcome = { status: string; detail: string | null };

export type Config = Readonly<Record<string, unknown>>;

/** How every provider delivers. Throws where nothing came back that is an answer. */
export type Send = (config: Config, message: Message) => Promise<Outcome>;

export const OK: Outcome = { status: "ok", detail: null };

export function refused(status: string, detail: string | null = null): Outcome {
  return { status, detail };
}

/** What stands in a configuration, trimmed; empty where there is nothing, or no text. */
export function textOf(config: Config, key: string): string {
  const value = config[key];
  return typeof value === "string" ? value.trim() : "";
}

/** What `send` gives; an exception is a failed delivery, and its message the detail. */
export async function outcomeOf(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    return refused("Error: delivery failed", failureReasonOf(error));
  }
}
