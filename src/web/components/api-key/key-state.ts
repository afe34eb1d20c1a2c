import type { Status } from "../badge/status-mark";

type Key = { revoked_at: string | null; expires_at: string | null };

/** What a key is worth now (ms). */
export function keyState(
  { revoked_at: revokedAt, expires_at: expiresAt }: Key,
  now: number,
): { label: string; status: Status } {
  if (revokedAt !== null) return { label: "Revoked", status: "unknown" };
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return { label: "Expired", status: "unknown" };
  return { label: "Active", status: "ok" };
}

/** As a list shows a key: enough to tell it from others, nothing to call with. */
export function maskedKey({ prefix }: { prefix: string }): string {
  return `svc_${prefix}_••••••••`;
}
