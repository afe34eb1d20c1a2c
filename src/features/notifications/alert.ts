import { z } from "zod";
import type { Db } from "#platform/database";
import type { Notice, Outbox } from "#platform/outbox/outbox";
import { SEVERITIES, STATUSES, type Message, type NoticeEvent } from "./delivery/message";

const AlertPayload = z.object({
  title: z.string(),
  text: z.string(),
  events: z.array(z.looseObject({ event: z.string() })).default([]),
  eventsTotal: z.int().default(0),
  severity: z.enum(SEVERITIES).optional(),
  status: z.enum(STATUSES).optional(),
  groupKey: z.string().optional(),
  link: z.string().optional(),
  acknowledgeLink: z.string().optional(),
});

/** Of one notice; the others are counted. */
const MAX_EVENTS = 100;

type Alert = {
  /** A channel of the settings, or `profile:<id>`. */
  target: string;
  title: string;
  text: string;
  /** What has happened, for programs: a name and what it is about. */
  events?: readonly NoticeEvent[];
} & Pick<Message, "severity" | "status" | "groupKey" | "link" | "acknowledgeLink"> &
  Pick<Notice, "ruleName" | "deviceId" | "usefulForSeconds">;

/** Writes an alert for one way out, in the transaction of what it tells. */
export function putAlert(outbox: Outbox, db: Db, given: Alert): Promise<void> {
  const {
    target,
    title,
    text,
    events = [],
    severity,
    status,
    groupKey,
    link,
    acknowledgeLink,
    ...alert
  } = given;
  const payload = JSON.stringify({
    title,
    text,
    severity,
    status,
    groupKey,
    link,
    acknowledgeLink,
    events: events.slice(0, MAX_EVENTS),
    eventsTotal: events.length,
  });
  return outbox.put(db, { kind: "alert", destination: target, subject: title, payload, groupKey, ...alert });
}

export function readAlert(payload: string): z.output<typeof AlertPayload> {
  return AlertPayload.parse(JSON.parse(payload));
}
