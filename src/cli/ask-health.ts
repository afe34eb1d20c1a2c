import type { Settings } from "../settings/settings";

const ANY_ADDRESS = new Set(["", "0.0.0.0", "::"]);
const TIMEOUT_MS = 4000;

/**
 * Asks the service of this environment, on this machine, for its health.
 * @throws where nothing answers in time.
 */
export function askHealth(
  settings: Pick<Settings, "APP_HOST" | "APP_PORT" | "TRUSTED_HOSTS">,
): Promise<Response> {
  const { APP_HOST, APP_PORT, TRUSTED_HOSTS } = settings;
  const address = ANY_ADDRESS.has(APP_HOST) ? "127.0.0.1" : APP_HOST;
  return fetch(`http://${address.includes(":") ? `[${address}]` : address}:${APP_PORT}/api/health`, {
    headers: { Host: trustedHost(TRUSTED_HOSTS) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** A name that the service takes. */
function trustedHost([host = "localhost"]: readonly string[]): string {
  return host.replace(/^\*$/, "localhost").replace(/^\*\./, "health.");
}
