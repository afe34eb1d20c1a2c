import { createHmac } from "node:crypto";
import { z } from "zod";
import { signClaims, verifyClaims } from "#features/auth";

/** How long a link is good, unless the incident is over before. */
const LIFE_SECONDS = 7 * 86_400;
const PATH = "/alerts/acknowledge";

const Claims = z.object({
  sub: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  typ: z.literal("acknowledge"),
  /**
   * When the incident was opened, in ms: an id of another database, or of one that was restored, is another incident.
   */
  opened: z.int(),
  /** The way out that the link went by. */
  via: z.string(),
  /** Seconds since 1970; not `exp`, so that a link that is too old is told apart from one that is none. */
  until: z.int(),
});

/** What a link is about. */
export type Acknowledgeable = { incidentId: number; openedAtMs: number; target: string; expiresAtMs: number };

type Signing = {
  /** Where users see the service; empty: there are no links. */
  appUrl: string;
  secretKey: string;
};

/**
 * The page where the incident can be acknowledged by whoever has the link. The token stands behind the #: it reaches no
 * server before a person presses the button there, neither by whoever looks at links ahead nor in a log. Undefined
 * without an incident or APP_URL.
 */
export async function acknowledgementLink(
  { appUrl, secretKey }: Signing,
  { incidentId, openedAt, target }: { incidentId?: number; openedAt?: Date; target: string },
): Promise<string | undefined> {
  if (appUrl === "" || incidentId === undefined || openedAt === undefined) return undefined;
  const claims = {
    sub: String(incidentId),
    typ: "acknowledge",
    opened: openedAt.getTime(),
    via: target,
    until: Math.floor(Date.now() / 1000) + LIFE_SECONDS,
  };
  const token = await signClaims(claims, keyOf(secretKey));
  return `${appUrl.replace(/\/+$/, "")}${PATH}#token=${token}`;
}

/** What a token of a link says, where this service has signed it, however old it is; undefined otherwise. */
export async function readAcknowledgementToken(
  secretKey: string,
  token: string,
): Promise<Acknowledgeable | undefined> {
  const claims = await verifyClaims(token, Claims, keyOf(secretKey));
  if (claims === undefined) return undefined;
  const { sub: incidentId, opened: openedAtMs, via: target, until } = claims;
  return { incidentId, openedAtMs, target, expiresAtMs: until * 1000 };
}

/** Good for nothing else that the service signs. */
function keyOf(secretKey: string): string {
  return createHmac("sha256", secretKey).update("alert acknowledgement").digest("base64url");
}
