import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import {
  TopologyLayoutCreate,
  TopologyLayoutImportRequest,
  TopologyLayoutRead,
  TopologyLayoutShareRead,
} from "./models";
import { deleteLayout, getLayout, listLayouts, saveLayout } from "./service";
import { getSharedLayout, importLayout, shareLayout, unshareLayout } from "./sharing";

const PATH = "/api/v1/topology/layouts";
const params = z.object({ layout_id: id });
const BODY_LIMIT = 4 * 1024 * 1024;

export function layoutRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "topology",
        summary: "Own layouts and everyone's working layout, newest change first",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(TopologyLayoutRead),
      },
      async ({ caller, context, query }) =>
        answerPage(context, await listLayouts({ db }, { userId: caller.userId, query })),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "topology",
        summary: "Save a layout under its name, in place of the caller's earlier one",
        access: "authenticated",
        isTryable: true,
        body: TopologyLayoutCreate,
        bodyLimitBytes: BODY_LIMIT,
        status: 201,
        response: TopologyLayoutRead,
        versioned: WHOLE,
        replay: { byId: `${PATH}/{layout_id}` },
        refusals: { 409: "The caller has as many layouts as a user may have" },
      },
      (request) =>
        saveLayout(
          { db: request.db, actor: actorOf(request) },
          { userId: request.caller.userId, layout: request.body },
        ),
    ),
    ...codeRoutes(db),
    ...oneLayoutRoutes(db),
    ...shareRoutes(),
  ];
}

function codeRoutes(db: Db): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${PATH}/shared/{code}`,
        tag: "topology",
        summary: "The layout that a share code opens, in any case",
        access: "authenticated",
        params: z.object({ code: z.string().max(24) }),
        response: TopologyLayoutRead,
        versioned: WHOLE,
        refusals: { 404: "No shared layout matches this code" },
      },
      ({ params: { code } }) => getSharedLayout({ db }, code),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/import`,
        tag: "topology",
        summary: "Copy a shared layout",
        description: "Where the caller has a layout of the name, the copy's name ends in ` (2)`, ` (3)` …",
        access: "authenticated",
        isTryable: true,
        body: TopologyLayoutImportRequest,
        status: 201,
        response: TopologyLayoutRead,
        versioned: WHOLE,
        replay: { byId: `${PATH}/{layout_id}` },
        refusals: {
          404: "No shared layout matches this code",
          409: "Too many layouts with this name, or as many as a user may have",
        },
      },
      (request) =>
        importLayout(
          { db: request.db, actor: actorOf(request) },
          { userId: request.caller.userId, request: request.body },
        ),
    ),
  ];
}

function oneLayoutRoutes(db: Db): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${PATH}/{layout_id}`,
        tag: "topology",
        summary: "One layout: an own one, or anyone's working layout",
        access: "authenticated",
        params,
        response: TopologyLayoutRead,
        versioned: WHOLE,
        refusals: { 404: "Layout not found" },
      },
      ({ params: { layout_id: layoutId }, caller: { userId } }) => getLayout({ db }, { userId, layoutId }),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{layout_id}`,
        tag: "topology",
        summary: "Remove an own layout",
        access: "authenticated",
        params,
        query: z.object(dryRunFields),
        preview: DeletionPreview,
        versioned: WHOLE,
        replay: "empty",
        refusals: { 404: "Layout not found" },
      },
      (request) =>
        deleteLayout(
          { db, actor: actorOf(request) },
          {
            userId: request.caller.userId,
            layoutId: request.params.layout_id,
            ifMatch: request.ifMatch,
            isDryRun: request.query.dry_run,
          },
        ),
    ),
  ];
}

function shareRoutes(): Route[] {
  return [
    route(
      {
        method: "post",
        path: `${PATH}/{layout_id}/share`,
        tag: "topology",
        summary: "Share an own layout by a code; it keeps the one that it has",
        access: "authenticated",
        isTryable: true,
        params,
        response: TopologyLayoutShareRead,
        replay: "kept",
        refusals: { 400: "The autosave layout cannot be shared", 404: "Layout not found" },
      },
      (request) =>
        shareLayout(
          { db: request.db, actor: actorOf(request) },
          { userId: request.caller.userId, layoutId: request.params.layout_id },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{layout_id}/share`,
        tag: "topology",
        summary: "End the sharing of an own layout",
        access: "authenticated",
        isTryable: true,
        unversioned: "A code is never changed.",
        params,
        replay: "empty",
        refusals: { 404: "Layout not found" },
      },
      (request) =>
        unshareLayout(
          { db: request.db, actor: actorOf(request) },
          { userId: request.caller.userId, layoutId: request.params.layout_id },
        ),
    ),
  ];
}
