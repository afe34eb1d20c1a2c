import type { Notification } from "#platform/snmp/notification";

/** Why a message to the trap port is not kept. */
export type TrapRefusal =
  | "wrong_community"
  | "unknown_user"
  | "wrong_level"
  | "wrong_key"
  | "wrong_engine"
  | "outside_time_window"
  | "malformed"
  | "not_a_trap";

/** Who sent a notification, as it proved itself. */
export type TrapOrigin =
  { version: "v1" | "v2c" } | { version: "v3"; user: string; engine: string; context: string };

/**
 * What becomes of a message: it is refused, it is a notification to keep (with what answers it once that is done), or
 * it only asked who we are. `reply` goes out at once.
 */
export type TrapVerdict =
  | { refusal: TrapRefusal; reply?: Buffer }
  | { refusal: null; reply: Buffer }
  | {
      refusal: null;
      notification: Notification;
      origin: TrapOrigin;
      answer: (() => Buffer) | undefined;
    };
