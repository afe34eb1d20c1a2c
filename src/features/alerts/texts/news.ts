import type { AlertLine } from "../log-rules/log-matches";
import type { Severity } from "../rules/models";

/** What a rule has found and is to tell. */
export type News = {
  ruleId: number;
  ruleName: string;
  channels: readonly string[];
  /** Null: as it is usual. */
  titleTemplate: string | null;
  textTemplate: string | null;
  /** Whether whoever is told may acknowledge without signing in. */
  hasAcknowledgeLink: boolean;
  eventType: string;
  severity: Severity;
  status: "firing" | "resolved" | "happened";
  subject: string;
  deviceId: number | null;
  /** Null: it is about no device, or the device is gone; as the next two. */
  deviceName: string | null;
  deviceAddress: string | null;
  siteName: string | null;
  incidentId: number | null;
  incidentOpenedAt: Date | null;
  startedAt: Date;
  firedAt: Date;
  /** When it is written to whom it goes. */
  toldAt: Date;
  message: string;
  /** The log lines that it was found by; null: it is about none. */
  lines: readonly AlertLine[] | null;
};
