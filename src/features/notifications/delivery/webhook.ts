import { OK, refused, textOf, type Send } from "./message";
import type { Outbound } from "./outbound";

/** POSTs `{title, message}` as JSON. */
export function createWebhook(outbound: Outbound): Send {
  return async (config, { title, text }) => {
    const url = textOf(config, "webhook_url");
    if (url === "") return refused("Webhook URL is not configured");
    const token = textOf(config, "webhook_token");
    const status = await outbound.post({
      url,
      headers: {
        "Content-Type": "application/json",
        ...(token !== "" && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ title, message: text }),
    });
    return status >= 200 && status < 300 ? OK : refused(`HTTP ${status}`);
  };
}
