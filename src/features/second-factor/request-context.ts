import type { Context as HttpContext } from "hono";
import { actorOf } from "#features/audit";
import { browserOf, type AuthSettings, type CookieSettings, type SsoRequirement } from "#features/auth";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Caller } from "#platform/http/guard";
import type { Client } from "#platform/http/route";
import type { Context } from "./factors";
import { relyingPartyOf, type RelyingParty } from "./relying-party";

export type Deps = {
  db: Db;
  settings: AuthSettings & CookieSettings;
  encryption: Encryption;
  /** Address of the service as its users see it; empty: that of the request. */
  appUrl: string;
  isSsoRequired: SsoRequirement;
};

type Request = { client: Client; context: HttpContext; caller?: Caller };

/** What the services need of a request. */
export function contextOf({ db, settings, encryption, isSsoRequired }: Deps, request: Request): Context {
  const browser = browserOf(request.context);
  return { db, actor: actorOf(request), settings, encryption, browser, isSsoRequired };
}

/** Whom a passkey is made for, or shown to, by this request. */
export function partyOf({ appUrl }: Deps, { client, context }: Request): RelyingParty {
  const host = context.req.header("Host") ?? new URL(context.req.url).host;
  return relyingPartyOf(appUrl, { host, isHttps: client.isHttps });
}
