/** Keys whose values are addresses that notices are posted to. That of Apprise has schemes of its own. */
const URL_KEYS = [
  "ntfy_url",
  "signal_url",
  "webhook_url",
  "slack_url",
  "teams_url",
  "discord_url",
  "gotify_url",
  "matrix_url",
] as const;

type Rule = { isFit: (text: string) => boolean; problem: string };

const MAIL_ADDRESS = {
  isFit: namesMailAddress,
  problem: "must name a mail address, such as ops@example.com",
};

/**
 * What else says where notices go, and from where. What only the other side knows (numbers of Signal, keys) has no rule,
 * nor has an Apprise URL: whether its scheme is served here is told by a test message.
 */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ["smtp_host", { isFit: isHost, problem: "must be a host name or address" }],
  ["smtp_port", { isFit: isPort, problem: "must be a port from 1 to 65535" }],
  ["smtp_from", MAIL_ADDRESS],
  ["smtp_to", MAIL_ADDRESS],
  ["telegram_chat_id", { isFit: isChat, problem: "must be the number of a chat, or @ and a channel's name" }],
  [
    "matrix_room",
    { isFit: (text) => text.startsWith("!"), problem: "must be a room ID, which begins with !" },
  ],
  ["pagerduty_region", { isFit: (text) => /^(us|eu)$/i.test(text), problem: "must be us or eu" }],
]);

/** Keys whose values say where notices go. */
export const TARGET_KEYS: readonly string[] = [...URL_KEYS, ...RULES.keys()];

/**
 * Why nothing could ever be sent to what a key of a profile holds, as the senders read it; null: something can, or there
 * is nothing.
 */
export function targetProblem(key: string, given: string): string | null {
  const text = given.trim();
  if (text === "") return null;
  if (URL_KEYS.some((one) => one === key)) return urlProblem(key, text);
  const rule = RULES.get(key);
  return rule === undefined || rule.isFit(text) ? null : rule.problem;
}

/**
 * A user and password are read for ntfy alone: elsewhere they would be left out, and shown to whoever reads the
 * profile.
 */
function urlProblem(key: string, text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    return "must be an http or https address with a host, such as https://ntfy.example.com/network";
  }
  const hasUser = url.username !== "" || url.password !== "";
  return hasUser && key !== "ntfy_url" ? "must not hold a user name or password" : null;
}

/** One colon would be that of a port, which is another key. */
function isHost(text: string): boolean {
  return /^[^\s/@]+$/.test(text) && text.split(":").length !== 2;
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

/** Nothing is sent to a name alone; names in quotes may have an @ in them. */
function namesMailAddress(text: string): boolean {
  return /[^\s<>,;@]@[^\s<>,;@]/.test(text.replace(/"[^"]*"/g, '""'));
}

/** Of people and groups by number alone, which is negative for groups (https://core.telegram.org/bots/api#sendmessage). */
function isChat(text: string): boolean {
  return /^(-?\d+|@[A-Za-z]\w*)$/.test(text);
}
