import { createHmac } from "node:crypto";
import { acknowledgeLinkOf, linkOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { OK, refusedBy, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";

/** POSTs `{title, message}` as JSON, with what else the message has, signed where the profile has a secret. */
export function createWebhook(outbound: Outbound): Send {
  return async (config, message) => {
    const url = textOf(config, "webhook_url");
    if (url === "") return refusedForGood("Webhook URL is not configured");
    const token = textOf(config, "webhook_token");
    const secret = textOf(config, "webhook_secret");
    const body = bodyOf(message);
    const answer = await outbound.post({
      url,
      headers: {
        "Content-Type": "application/json",
        ...(token !== "" && { Authorization: `Bearer ${token}` }),
        ...(secret !== "" && { "X-Netatlas-Signature": signatureOf(body, { secret, atMs: Date.now() }) }),
      },
      body,
      deliveryId: message.id,
    });
    const { status } = answer;
    return status >= 200 && status < 300 ? OK : refusedBy(answer, `HTTP ${status}`);
  };
}

/** What is undefined is left out. */
function bodyOf({ title, text, events = [], eventsTotal = events.length, ...message }: Message): string {
  return JSON.stringify({
    title,
    message: text,
    severity: message.severity,
    status: message.status,
    group_key: message.groupKey,
    link: linkOf(message) || undefined,
    acknowledge_url: acknowledgeLinkOf(message) || undefined,
    ...(events.length > 0 && { events, events_total: eventsTotal }),
  });
}

/** Of the moment and the body together: an old request that somebody sends again shows its age. */
function signatureOf(body: string, { secret, atMs }: { secret: string; atMs: number }): string {
  const seconds = Math.floor(atMs / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}
