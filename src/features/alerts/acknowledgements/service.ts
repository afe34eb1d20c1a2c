import { countFailure, lockedSeconds, type LockoutPolicy } from "#features/auth";
import { recordAudit, type Actor } from "#features/audit";
import { findChannelName } from "#features/notifications";
import type { Db } from "#platform/database";
import { badRequest, tooManyRequests } from "#platform/errors";
import { limitKey } from "#platform/ip";
import { markAcknowledged } from "../incidents/acknowledge";
import type { AlertIncidentRead } from "../incidents/models";
import { findIncident } from "../incidents/read";
import { readAcknowledgementToken } from "./link";
import type { AcknowledgementByLinkRequest, AcknowledgementLinkRead } from "./models";

type Context = { db: Db; actor: Actor; secretKey: string; now: Date };

/**
 * The same for what was forged, what is of another service, and what leads to nothing: an outsider learns nothing by
 * trying.
 */
export const NOT_VALID = "This link is not valid";
export const EXPIRED = "This link has expired";
const SOMEBODY = "Somebody";
/** Of an address. A signature is not guessed; this keeps a flood of guesses short. */
const WRONG_TOKENS: LockoutPolicy = { maxFailures: 20, minutes: 15, forgetsAfterMinutes: 15 };

/** What the link is about. Throws 400 for one that is none or too old, 429 where too many were tried that are none. */
export async function readAcknowledgementLink(ctx: Context, token: string): Promise<AcknowledgementLinkRead> {
  const { incident, channel } = await requireLink(ctx, token);
  return shown(incident, channel);
}

/**
 * Acknowledges the incident of the link, for whoever has it. Throws as `readAcknowledgementLink`, and 409 for what is
 * over or acknowledged by now: a link takes nothing over from anybody.
 */
export async function acknowledgeByLink(
  ctx: Context,
  { token, name, note }: AcknowledgementByLinkRequest,
): Promise<AcknowledgementLinkRead> {
  const { incident, channel } = await requireLink(ctx, token);
  const by = `${name === "" ? SOMEBODY : name} via ${channel}`;
  const acknowledged = await markAcknowledged(ctx, { id: incident.id, note, by, takesOver: false });
  return shown(acknowledged, channel);
}

async function requireLink(
  ctx: Context,
  token: string,
): Promise<{ incident: AlertIncidentRead; channel: string }> {
  const link = await readAcknowledgementToken(ctx.secretKey, token);
  if (link === undefined) {
    await countWrongToken(ctx);
    throw badRequest(NOT_VALID);
  }
  if (link.expiresAtMs <= ctx.now.getTime()) throw badRequest(EXPIRED);
  const incident = await findIncident(ctx, link.incidentId);
  const channel = await findChannelName(ctx.db, link.target);
  if (incident === undefined || Date.parse(incident.opened_at) !== link.openedAtMs || channel === undefined)
    throw badRequest(NOT_VALID);
  return { incident, channel };
}

async function countWrongToken({ db, actor }: Context): Promise<void> {
  const subject = { scope: "acknowledge_link", subject: limitKey(actor.clientAddress ?? "") } as const;
  const seconds = await lockedSeconds({ db }, subject);
  if (seconds > 0) throw tooManyRequests(`Too many wrong links. Retry in ${seconds} seconds.`, seconds);
  const { hasLocked } = await countFailure({ db }, subject, WRONG_TOKENS);
  if (!hasLocked) return;
  await recordAudit(
    { db, actor },
    {
      action: "alerts.acknowledge_link_refused",
      target: "alert_incident",
      detail: `attempts=${WRONG_TOKENS.maxFailures}`,
    },
  );
}

function shown(incident: AlertIncidentRead, channel: string): AcknowledgementLinkRead {
  return {
    title: incident.title,
    severity: incident.severity,
    status: incident.status,
    opened_at: incident.opened_at,
    resolved_at: incident.resolved_at,
    duration_seconds: incident.duration_seconds,
    acknowledged_at: incident.acknowledged_at,
    acknowledged_by: incident.acknowledged_by,
    channel,
  };
}
