import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { SavedSecuritySearch, SavedSecuritySearchCreate } from "./models";
import { createSavedSearch, deleteSavedSearch, listSavedSearches } from "./service";

export function savedSearchRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/syslog/searches",
        tag: "syslog",
        summary: "The caller's saved searches, by name",
        access: requires("security_view"),
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(SavedSecuritySearch),
      },
      async ({ caller, context, query }) =>
        answerPage(context, await listSavedSearches({ db, userId: caller.userId }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/syslog/searches",
        tag: "syslog",
        summary: "Save a search for the caller",
        access: requires("security_view"),
        isTryable: true,
        body: SavedSecuritySearchCreate,
        status: 201,
        response: SavedSecuritySearch,
        replay: { inList: "/api/v1/syslog/searches" },
        refusals: { 409: "The caller has a saved search with this name, or 500 of them" },
      },
      (request) =>
        createSavedSearch(
          { db: request.db, userId: request.caller.userId, actor: actorOf(request) },
          request.body,
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/syslog/searches/{search_id}",
        tag: "syslog",
        summary: "Delete one of the caller's saved searches",
        access: requires("security_view"),
        isTryable: true,
        unversioned: "A saved search is never changed.",
        params: z.object({ search_id: id }),
        replay: "empty",
        refusals: { 404: "Saved search not found" },
      },
      (request) =>
        deleteSavedSearch(
          { db: request.db, userId: request.caller.userId, actor: actorOf(request) },
          request.params.search_id,
        ),
    ),
  ];
}
