import { createHash } from "node:crypto";
import { fit, lineOf } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkOf } from "./links";
import { textOf, type Message, type Send, type Status } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";

/** By the region of an account ("PagerDuty Service Regions"). */
export const PAGERDUTY_APIS = {
  us: "https://events.pagerduty.com",
  eu: "https://events.eu.pagerduty.com",
} as const;
type Apis = Readonly<Record<keyof typeof PAGERDUTY_APIS, string>>;

/** Of the fields ("Send an Alert Event"). */
const LONGEST_SUMMARY = 1024;
const LONGEST_DEDUP_KEY = 255;
/** Ours: an event has 512 KB at most. */
const LONGEST_DETAILS = 32_768;

const ACTIONS: Readonly<Record<Status, string>> = {
  firing: "trigger",
  acknowledged: "acknowledge",
  resolved: "resolve",
};

/**
 * Sends an event of the Events API v2 ("Events API v2 Overview"), which answers 202. What is told of one trouble has
 * one key, so that its end resolves what its beginning triggered; a message that belongs to no trouble has its id.
 * `apis` is where the API is.
 */
export function createPagerDuty({ outbound, apis }: { outbound: Outbound; apis: Apis }): Send {
  return async (config, message) => {
    const routingKey = textOf(config, "pagerduty_routing_key");
    if (routingKey === "") return refusedForGood("PagerDuty routing key is not configured");
    const region = textOf(config, "pagerduty_region").toLowerCase() || "us";
    if (region !== "us" && region !== "eu") return refusedForGood("PagerDuty region must be us or eu");
    const link = linkOf(message);
    const links = [
      { href: link, text: "Open in Netatlas" },
      { href: acknowledgeLinkOf(message), text: `${ACKNOWLEDGE} in Netatlas` },
    ].filter(({ href }) => href !== "");
    const answer = await outbound.post({
      url: `${apis[region]}/v2/enqueue`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        routing_key: routingKey,
        event_action: ACTIONS[message.status ?? "firing"],
        dedup_key: dedupKeyOf(message),
        payload: payloadOf(message),
        client: "Netatlas",
        ...(link !== "" && { client_url: link }),
        ...(links.length > 0 && { links }),
      }),
      deliveryId: message.id,
      isPublicService: true,
    });
    return outcomeOfAnswer(answer, [202]);
  };
}

/** `source` and `severity` must be there. */
function payloadOf({ title, text, severity = "info" }: Message): Record<string, unknown> {
  return {
    summary: fit(lineOf(title), LONGEST_SUMMARY),
    source: "Netatlas",
    severity,
    ...(text !== "" && { custom_details: { text: fit(text, LONGEST_DETAILS) } }),
  };
}

function dedupKeyOf({ id, groupKey = id }: Message): string {
  if (groupKey.length <= LONGEST_DEDUP_KEY) return groupKey;
  return createHash("sha256").update(groupKey).digest("hex");
}
