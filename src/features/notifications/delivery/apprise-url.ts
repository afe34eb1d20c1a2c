import type { Config } from "./message";

/** What an Apprise URL stands for: one of our own providers, once for each configuration, or one POST of JSON. */
export type AppriseTarget =
  | { provider: "ntfy" | "telegram" | "signal" | "smtp"; configs: Config[] }
  | { provider: "json" | "api"; url: string; credentials: string };

type Parts = { isSecure: boolean; url: URL; path: string[] };

const URL_FORM = /^([a-z]+):\/\/(.+)$/i;

/** A bot token has a colon, so it is no host of a URL. */
const TELEGRAM_FORM = /^([0-9]+:[\w-]+)\/([^?]+)/;

/** Each scheme, and whether it means TLS. */
const SCHEMES = new Map<string, { isSecure: boolean; parse: (parts: Parts) => AppriseTarget | undefined }>([
  ["json", { isSecure: false, parse: parseJson }],
  ["jsons", { isSecure: true, parse: parseJson }],
  ["http", { isSecure: false, parse: parseApi }],
  ["https", { isSecure: true, parse: parseApi }],
  ["apprise", { isSecure: false, parse: parseApiKey }],
  ["apprises", { isSecure: true, parse: parseApiKey }],
  ["ntfy", { isSecure: false, parse: parseNtfy }],
  ["ntfys", { isSecure: true, parse: parseNtfy }],
  ["signal", { isSecure: false, parse: parseSignal }],
  ["signals", { isSecure: true, parse: parseSignal }],
  ["mailto", { isSecure: false, parse: parseMail }],
  ["mailtos", { isSecure: true, parse: parseMail }],
]);

/**
 * Reads the URLs of Apprise (https://github.com/caronc/apprise/wiki) whose services we reach; undefined for all others.
 */
export function parseAppriseUrl(text: string): AppriseTarget | undefined {
  const [, scheme = "", rest = ""] = URL_FORM.exec(text.trim()) ?? [];
  try {
    return parseRest(scheme.toLowerCase(), rest);
  } catch (error) {
    // A percent sign that escapes nothing.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function parseRest(scheme: string, rest: string): AppriseTarget | undefined {
  if (scheme === "tgram") return parseTelegram(rest);
  const known = SCHEMES.get(scheme);
  const url = URL.parse(`http://${rest}`);
  if (known === undefined || url === null) return undefined;
  return known.parse({ isSecure: known.isSecure, url, path: parsePath(url.pathname) });
}

function parsePath(pathname: string): string[] {
  return pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
}

/** `json(s)://[user[:password]@]host[:port]/path` */
function parseJson({ isSecure, url }: Parts): AppriseTarget {
  return { provider: "json", url: addressOf(isSecure, url), credentials: credentialsOf(url) };
}

/** `http(s)://host[:port]/…/notify/…`: an Apprise API server (https://github.com/caronc/apprise-api). */
function parseApi({ isSecure, url, path }: Parts): AppriseTarget | undefined {
  if (!path.includes("notify")) return undefined;
  return { provider: "api", url: addressOf(isSecure, url), credentials: credentialsOf(url) };
}

/** `apprise(s)://host[:port]/…/key`: the same, as Apprise itself writes it. */
function parseApiKey({ isSecure, url, path }: Parts): AppriseTarget | undefined {
  const key = path.at(-1);
  if (key === undefined) return undefined;
  const folders = [...path.slice(0, -1), "notify", key].map(encodeURIComponent).join("/");
  return {
    provider: "api",
    url: `${isSecure ? "https" : "http"}://${url.host}/${folders}`,
    credentials: credentialsOf(url),
  };
}

/** `ntfy://topic` at ntfy.sh, or `ntfy(s)://[user:password@|token@]host[:port]/topic[/topic…]`. */
function parseNtfy({ isSecure, url, path }: Parts): AppriseTarget {
  const base = path.length === 0 ? "https://ntfy.sh" : `${isSecure ? "https" : "http"}://${url.host}`;
  const topics = path.length === 0 ? [url.host] : path;
  const ntfy_token = credentialsOf(url);
  const configs = topics.map((topic) => ({ ntfy_url: `${base}/${encodeURIComponent(topic)}`, ntfy_token }));
  return { provider: "ntfy", configs };
}

/** `signal(s)://[user:password@]host[:port]/number/recipient[/recipient…]`; without recipient to the number itself. */
function parseSignal({ isSecure, url, path }: Parts): AppriseTarget | undefined {
  const [signal_number, ...recipients] = path;
  if (signal_number === undefined || url.username !== "") return undefined;
  const signal_recipient = recipients.length === 0 ? signal_number : recipients.join(",");
  const signal_url = `${isSecure ? "https" : "http"}://${url.host}`;
  return { provider: "signal", configs: [{ signal_url, signal_number, signal_recipient }] };
}

/** `tgram://token/chat[/chat…]` */
function parseTelegram(rest: string): AppriseTarget | undefined {
  const [, telegram_bot_token, chats = ""] = TELEGRAM_FORM.exec(rest) ?? [];
  const ids = parsePath(chats);
  if (telegram_bot_token === undefined || ids.length === 0) return undefined;
  const configs = ids.map((telegram_chat_id) => ({ telegram_bot_token, telegram_chat_id }));
  return { provider: "telegram", configs };
}

/**
 * `mailto(s)://user:password@domain[:port][/recipient…]?smtp=&from=&to=&user=&pass=&mode=ssl`. TLS is demanded by
 * `mailtos` (port 587, 465 with `mode=ssl`), `mailto` goes to port 25 as plain text. The domain is the server unless
 * `smtp` names one.
 */
function parseMail({ isSecure, url, path }: Parts): AppriseTarget | undefined {
  const { searchParams: query } = url;
  const user = query.get("user") ?? decodeURIComponent(url.username);
  const from = query.get("from") ?? (user.includes("@") || user === "" ? user : `${user}@${url.hostname}`);
  const to = query.get("to") ?? (path.join(",") || from);
  if (to === "") return undefined;
  const tlsPort = query.get("mode") === "ssl" ? "465" : "587";
  const config = {
    smtp_host: query.get("smtp") ?? url.hostname,
    smtp_port: url.port || (isSecure ? tlsPort : "25"),
    smtp_user: user,
    smtp_password: query.get("pass") ?? decodeURIComponent(url.password),
    smtp_from: from,
    smtp_to: to,
    smtp_tls: String(isSecure),
  };
  return { provider: "smtp", configs: [config] };
}

function addressOf(isSecure: boolean, url: URL): string {
  return `${isSecure ? "https" : "http"}://${url.host}${url.pathname}${url.search}`;
}

/** `user:password` or `token`; empty where there is neither. */
function credentialsOf({ username, password }: URL): string {
  return [username, password]
    .filter((part) => part !== "")
    .map(decodeURIComponent)
    .join(":");
}
