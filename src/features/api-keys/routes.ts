import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { AccountNotifier } from "#features/users";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { LastUsedWriter } from "./last-used";
import { ApiKeyAdminRead, ApiKeyCreateRequest, ApiKeyCreateResponse, ApiKeyRead } from "./models";
import { createApiKey, listAllApiKeys, listApiKeys, revokeAnyApiKey, revokeOwnApiKey } from "./service";

const keyParams = z.object({ key_id: id });

type Deps = {
  db: Db;
  lastUsed: LastUsedWriter;
  /** Tells a user by mail what was done to the account. */
  tellUser: AccountNotifier;
};

export function apiKeyRoutes({ db, lastUsed, tellUser }: Deps): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/api-keys",
        tag: "api-keys",
        summary: "Create an API key",
        description:
          "The answer holds the whole key. No later answer does. A key may make another, to replace itself; the owner is " +
          "told of each by mail.",
        access: "authenticated",
        isTryable: true,
        secrets: ["key", "prefix"],
        body: ApiKeyCreateRequest,
        status: 201,
        response: ApiKeyCreateResponse,
        replay: { inList: "/api/v1/api-keys" },
        refusals: { 409: "Too many API keys (50 that work)" },
      },
      ({ db: written, caller, client, body }) =>
        createApiKey(
          { db: written, actor: actorOf({ caller, client }), tellUser },
          { owner: caller, request: body },
        ),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/api-keys",
        tag: "api-keys",
        summary: "Own API keys, newest first",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(ApiKeyRead),
      },
      async ({ caller, context, query }) =>
        answerPage(context, await listApiKeys({ db, lastUsed }, { owner: caller, query })),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/api-keys/{key_id}",
        tag: "api-keys",
        summary: "Revoke an own API key",
        access: "authenticated",
        isTryable: true,
        unversioned: "A key is never changed, only revoked: no copy of it is out of date.",
        params: keyParams,
        replay: "empty",
        refusals: { 404: "API key not found" },
      },
      (request) =>
        revokeOwnApiKey(
          { db: request.db, actor: actorOf(request) },
          { keyId: request.params.key_id, owner: request.caller },
        ),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/api-keys/admin/all",
        tag: "api-keys",
        summary: "All API keys, newest first",
        access: "superadmin",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(ApiKeyAdminRead),
      },
      async ({ context, query }) => answerPage(context, await listAllApiKeys({ db, lastUsed }, query)),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/api-keys/admin/{key_id}",
        tag: "api-keys",
        summary: "Revoke any API key",
        access: "superadmin",
        isTryable: true,
        unversioned: "A key is never changed, only revoked: no copy of it is out of date.",
        params: keyParams,
        replay: "empty",
        refusals: { 404: "API key not found" },
      },
      (request) => revokeAnyApiKey({ db: request.db, actor: actorOf(request) }, request.params.key_id),
    ),
  ];
}
