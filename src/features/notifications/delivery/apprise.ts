import { parseAppriseUrl, type AppriseTarget } from "./apprise-url";
import { withoutMentions } from "./fitting";
import { linkedTextOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { OK, outcomeOf, refusedBy, refusedForGood, type Outcome } from "./outcome";
import { authorizationOf, type Outbound } from "./outbound";
import { toneOf, type Tone } from "./tone";

/** What Apprise calls them (https://github.com/caronc/apprise/wiki/Development_API). */
const TYPES: Readonly<Record<Tone, string>> = {
  critical: "failure",
  warning: "warning",
  info: "info",
  good: "success",
};

type Deps = {
  outbound: Outbound;
  /** What the schemes lead to. */
  senders: Readonly<Record<"ntfy" | "telegram" | "signal" | "smtp", Send>>;
};

/**
 * Delivers by an Apprise URL, without Apprise: its schemes for services that we reach, and Apprise's own API server.
 */
export function createApprise({ outbound, senders }: Deps): Send {
  async function deliver(target: AppriseTarget, message: Message): Promise<Outcome> {
    if ("url" in target) return post(target, message);
    const send = senders[target.provider];
    const outcomes = await Promise.all(
      target.configs.map((config) => outcomeOf(() => send(config, message))),
    );
    return outcomes.find(({ status }) => status !== OK.status) ?? OK;
  }

  async function post(target: Extract<AppriseTarget, { url: string }>, message: Message) {
    const { id } = message;
    // Whoever is behind it may read mentions, as Discord and Slack do.
    const title = withoutMentions(message.title);
    const text = linkedTextOf({ ...message, text: withoutMentions(message.text) });
    const type = TYPES[toneOf(message) ?? "info"];
    const answer = await outbound.post({
      url: target.url,
      headers: { "Content-Type": "application/json", ...authorizationOf(target.credentials) },
      body: JSON.stringify(
        target.provider === "api"
          ? { title, body: text, type }
          : { version: "1.0", title, message: text, attachments: [], type },
      ),
      deliveryId: id,
    });
    const { status } = answer;
    return status >= 200 && status < 300 ? OK : refusedBy(answer, `HTTP ${status}`);
  }

  return async (config, message) => {
    const url = textOf(config, "url");
    if (url === "") return refusedForGood("Apprise URL is required");
    const target = parseAppriseUrl(url);
    if (target === undefined) return refusedForGood("Apprise URL was not accepted");
    const titled = { ...message, title: textOf(config, "title") || message.title };
    const outcome = await outcomeOf(() => deliver(target, titled));
    if (outcome.status === OK.status) return OK;
    return { ...outcome, status: "Apprise delivery failed", detail: outcome.detail ?? outcome.status };
  };
}
