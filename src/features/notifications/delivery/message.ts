import { failureReasonOf } from "./failure-reason";
import type { Answer } from "./outbound";

export const SEVERITIES = ["info", "warning", "critical"] as const;

export const STATUSES = ["firing", "resolved", "acknowledged"] as const;
export type Status = (typeof STATUSES)[number];

export type Message = {
  /** The same each time that the message is sent: what a receiver tells a repetition by. */
  id: string;
  title: string;
  text: string;
  /** For programs: the first of them, and how many there are. */
  events?: readonly NoticeEvent[];
  eventsTotal?: number;
  severity?: (typeof SEVERITIES)[number] | undefined;
  /** What has become of the trouble that it tells of. */
  status?: Status | undefined;
  /** The same in all that is told of one trouble. */
  groupKey?: string | undefined;
  /** A page of the UI. */
  link?: string | undefined;
  /**
   * Where whoever gets the message can acknowledge the trouble without signing in. Secret: it stands in no list and no
   * log.
   */
  acknowledgeLink?: string | undefined;
};

/** Something that has happened: `event` is its name, the rest what it is about. */
export type NoticeEvent = Readonly<Record<string, unknown>> & { readonly event: string };

/** `ok`, or the failure in words that clients know; `detail` says more where there is more to say. */
export type Outcome = {
  status: string;
  detail: string | null;
  /** Another attempt cannot end otherwise. */
  isFinal?: boolean;
  retryAfterSeconds?: number | undefined;
};

export type Config = Readonly<Record<string, unknown>>;

/** How every provider delivers. Throws where nothing came back that is an answer. */
export type Send = (config: Config, message: Message) => Promise<Outcome>;

export const OK: Outcome = { status: "ok", detail: null };

export function refused(status: string, detail: string | null = null): Outcome {
  return { status, detail };
}

/** Nothing that time heals. */
export function refusedForGood(status: string): Outcome {
  return { status, detail: null, isFinal: true };
}

/** An answer that is none of those that a sender takes for success. */
export function refusedBy({ retryAfterSeconds }: Answer, status: string): Outcome {
  return { status, detail: null, retryAfterSeconds };
}

/** What stands in a configuration, trimmed; empty where there is nothing, or no text. */
export function textOf(config: Config, key: string): string {
  const value = config[key];
  return typeof value === "string" ? value.trim() : "";
}

/** Where a message leads, as an http or https URL that fits a header; empty where it leads nowhere. */
export function linkOf({ link = "" }: Pick<Message, "link">): string {
  const url = URL.parse(link);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : "";
}

/** What is to be pressed to acknowledge. */
export const ACKNOWLEDGE = "Acknowledge";

/** Where a message can be acknowledged, as `linkOf` has it. */
export function acknowledgeLinkOf({ acknowledgeLink }: Pick<Message, "acknowledgeLink">): string {
  return linkOf({ link: acknowledgeLink });
}

/**
 * The text with the links below it, for those that show nothing but text: the text is cut to `longest`, not the links.
 */
export function linkedTextOf(message: Message, longest = Number.POSITIVE_INFINITY): string {
  const acknowledge = acknowledgeLinkOf(message);
  const lines = [linkOf(message), acknowledge === "" ? "" : `${ACKNOWLEDGE}: ${acknowledge}`];
  const { text } = message;
  const end = lines.map((line) => (line === "" ? "" : `\n\n${line}`)).join("");
  return `${text.slice(0, Math.max(0, longest - end.length))}${end}`;
}

/** What `send` gives; an exception is a failed delivery, and its message the detail. */
export async function outcomeOf(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    return refused("Error: delivery failed", failureReasonOf(error));
  }
}
