import type { Outcome } from "./outcome";

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

export type Config = Readonly<Record<string, unknown>>;

/** How every provider delivers. Throws where nothing came back that is an answer. */
export type Send = (config: Config, message: Message) => Promise<Outcome>;

/** What stands in a configuration, trimmed; empty where there is nothing, or no text. */
export function textOf(config: Config, key: string): string {
  const value = config[key];
  return typeof value === "string" ? value.trim() : "";
}
