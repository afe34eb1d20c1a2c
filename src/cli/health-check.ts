import { readEnvironment } from "../settings/settings";

/** For containers: exit code 0 where the service of this environment answers, else 1. */

const ANY_ADDRESS = new Set(["", "0.0.0.0", "::"]);
const TIMEOUT_MS = 4000;

const { APP_HOST, APP_PORT, TRUSTED_HOSTS } = readEnvironment();
const address = ANY_ADDRESS.has(APP_HOST) ? "127.0.0.1" : APP_HOST;
const answer = await fetch(
  `http://${address.includes(":") ? `[${address}]` : address}:${APP_PORT}/api/health`,
  {
    headers: { Host: trustedHost(TRUSTED_HOSTS) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  },
);
process.exit(answer.ok ? 0 : 1);

/** A name that the service takes. */
function trustedHost([host = "localhost"]: readonly string[]): string {
  return host.replace(/^\*$/, "localhost").replace(/^\*\./, "health.");
}
