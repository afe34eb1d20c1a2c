import { csrfHeaders } from "./csrf";
import type { components } from "./schema";

/** When a tab of this browser last renewed the session, for the other tabs. */
const RENEWED_AT = "netatlas-renewed-at";
const LOCK = "netatlas-session";

let running: Promise<boolean> | undefined;

/**
 * Renews the session's cookies; false where the session has ended. All requests of all tabs that need it share one
 * renewal. `since` is when the request that was refused went out (ms): a renewal after that is good enough.
 */
export function renewSession(since: number): Promise<boolean> {
  running ??= renewOnce(since).finally(() => {
    running = undefined;
  });
  return running;
}

async function renewOnce(since: number): Promise<boolean> {
  // Only a secure context has locks. Without them two tabs may renew at once, which the service forgives for ten
  // seconds.
  if (!("locks" in navigator)) return (await refresh()) !== undefined;
  return navigator.locks.request(LOCK, async () => {
    if (Number(localStorage.getItem(RENEWED_AT) ?? 0) > since) return true;
    return (await refresh()) !== undefined;
  });
}

/** An access token for what takes no cookie; undefined where the session has ended. It is for memory only. */
export async function freshAccessToken(): Promise<string | undefined> {
  if (!("locks" in navigator)) return refresh();
  return navigator.locks.request(LOCK, refresh);
}

async function refresh(): Promise<string | undefined> {
  const response = await fetch("/api/v1/auth/refresh", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...csrfHeaders() },
    body: "{}",
  });
  if (response.ok) localStorage.setItem(RENEWED_AT, String(Date.now()));
  // The service is away or busy: the session may well be alive, so the request fails and is not asked to sign in.
  if (!response.ok && response.status !== 401 && response.status !== 403)
    throw new TypeError(`renewal answered ${response.status}`);
  if (!response.ok) return undefined;
  const { access_token: token }: components["schemas"]["TokenPair"] = await response.json();
  return token;
}
