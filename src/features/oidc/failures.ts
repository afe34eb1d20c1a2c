import { recordAudit, type Actor } from "#features/audit";
import { countFailure } from "#features/auth";
import type { Db } from "#platform/database";
import { limitKey } from "#platform/ip";
import type { Logger } from "#platform/log";
import type { SsoError } from "./sso-error";

/** Failures per client address that are recorded; anybody can cause them, and the audit log keeps its rows for ever. */
const RECORDED = { maxFailures: 20, minutes: 15 };

/**
 * Records a sign-in that failed, and what the sign-in page is to be told. Of one client's only so many are recorded.
 */
export async function recordSsoFailure(
  { db, actor, log }: { db: Db; actor: Actor; log: Logger },
  error: SsoError,
): Promise<void> {
  const { code, username, providerError, message: reason } = error;
  log.info({ code, reason, providerError, requestId: actor.requestId }, "a single sign-on failed");
  const subject = { scope: "oidc_failure", subject: limitKey(actor.clientAddress ?? "") } as const;
  const { failures } = await countFailure({ db }, subject, RECORDED);
  if (failures === undefined) return;
  const why = providerError === undefined ? `code=${code}` : `provider_error=${providerError}`;
  await recordAudit(
    { db, actor },
    {
      action: "auth.oidc_login_failed",
      ...(username === undefined ? {} : { target: `user:${username}` }),
      detail: `${why} ip=${actor.clientAddress}`,
    },
  );
}
