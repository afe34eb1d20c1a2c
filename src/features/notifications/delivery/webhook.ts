import { createHmac } from "node:crypto";
import { OK, refusedBy, refusedForGood, textOf, type Send } from "./message";
import type { Outbound } from "./outbound";

/** POSTs `{title, message}` as JSON, with `events` where the message has any, signed where the profile has a secret. */
export function createWebhook(outbound: Outbound): Send {
  return async (config, { id, title, text, events = [], eventsTotal = events.length }) => {
    const url = textOf(config, "webhook_url");
    if (url === "") return refusedForGood("Webhook URL is not configured");
    const token = textOf(config, "webhook_token");
    const secret = textOf(config, "webhook_secret");
    const body = JSON.stringify({
      title,
      message: text,
      ...(events.length > 0 && { events, events_total: eventsTotal }),
    });
    const answer = await outbound.post({
      url,
      headers: {
        "Content-Type": "application/json",
        ...(token !== "" && { Authorization: `Bearer ${token}` }),
        ...(secret !== "" && { "X-Netatlas-Signature": signatureOf(body, { secret, atMs: Date.now() }) }),
      },
      body,
      deliveryId: id,
    });
    const { status } = answer;
    return status >= 200 && status < 300 ? OK : refusedBy(answer, `HTTP ${status}`);
  };
}

/** Of the moment and the body together: an old request that somebody sends again shows its age. */
function signatureOf(body: string, { secret, atMs }: { secret: string; atMs: number }): string {
  const seconds = Math.floor(atMs / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}
