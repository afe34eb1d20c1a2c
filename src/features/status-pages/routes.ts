import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerHtml } from "#platform/http/html";
import { answerPage, pagingFields } from "#platform/http/paging";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { statusPageByKey } from "./by-key";
import { STATUS_PAGE_VERSION, StatusPageCreate, StatusPageRead, StatusPageUpdate } from "./models";
import { PAGE_POLICY } from "./public/page-style";
import { publicStatusRoutes } from "./public/routes";
import { PublishedPages } from "./public/published";
import { previewStatusPage } from "./public/preview";
import { deleteStatusPage, getStatusPage, listStatusPages, updateStatusPage } from "./service";

const PATH = "/api/v1/admin/status-pages";
const params = z.object({ page_id: id });
const NOT_FOUND = { 404: "Status page not found" };
const REFUSED = {
  404: "The status page, or a device, service check or monitor of it, was not found",
  409: "Another status page has this address",
};

export function statusPageRoutes({ db }: { db: Db }): Route[] {
  const published = new PublishedPages({ db });
  return [...readRoutes(db), ...writeRoutes(db, published), ...publicStatusRoutes(published)];
}

function readRoutes(db: Db): Route[] {
  const read = { method: "get", tag: "admin", access: "superadmin" } as const;
  return [
    route(
      {
        ...read,
        path: PATH,
        summary: "Status pages by title",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(StatusPageRead),
      },
      async ({ context, query }) => answerPage(context, await listStatusPages({ db }, query)),
    ),
    route(
      {
        ...read,
        path: `${PATH}/{page_id}`,
        summary: "One status page, with what is on it",
        params,
        response: StatusPageRead,
        versioned: STATUS_PAGE_VERSION,
        refusals: NOT_FOUND,
      },
      ({ params }) => getStatusPage({ db }, params.page_id),
    ),
    route(
      {
        ...read,
        path: `${PATH}/{page_id}/preview`,
        summary: "A status page as the public would see it now, published or not",
        params,
        produces: ["text/html"],
        refusals: NOT_FOUND,
      },
      async ({ context, params }) =>
        answerHtml(context, {
          html: await previewStatusPage({ db }, params.page_id),
          cacheControl: "no-store",
          policy: PAGE_POLICY,
        }),
    ),
  ];
}

function writeRoutes(db: Db, published: PublishedPages): Route[] {
  const write = { tag: "admin", access: "superadmin", bodyLimitBytes: LIST_BODY_BYTES } as const;
  return [
    route(
      {
        ...write,
        method: "post",
        path: PATH,
        summary: "Make a status page",
        description:
          "Nobody sees it before it is `published`. What is on it is shown under its public names alone.",
        isTryable: true,
        upsert: { key: "`slug`", changes: StatusPageUpdate },
        body: StatusPageCreate,
        status: 201,
        response: StatusPageRead,
        versioned: STATUS_PAGE_VERSION,
        replay: { byId: `${PATH}/{page_id}` },
        refusals: { ...REFUSED, 404: "A device, service check or monitor was not found" },
      },
      (request) =>
        forgetting(published, writeByKey(request, statusPageByKey(actorOf(request), request.body))),
    ),
    route(
      {
        ...write,
        method: "patch",
        path: `${PATH}/{page_id}`,
        summary: "Change a status page, publish it or take it back",
        description: "Other processes on the same database follow within 15 seconds.",
        isTryable: true,
        params,
        body: StatusPageUpdate,
        response: StatusPageRead,
        versioned: STATUS_PAGE_VERSION,
        replay: { whole: `${PATH}/{page_id}` },
        refusals: REFUSED,
      },
      (request) =>
        forgetting(
          published,
          updateStatusPage(
            { db: request.db, actor: actorOf(request) },
            { id: request.params.page_id, changes: request.body, ifMatch: request.ifMatch },
          ),
        ),
    ),
    route(
      {
        tag: "admin",
        access: "superadmin",
        method: "delete",
        path: `${PATH}/{page_id}`,
        summary: "Remove a status page; what was on it stays",
        params,
        query: z.object(dryRunFields),
        versioned: STATUS_PAGE_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        forgetting(
          published,
          deleteStatusPage(
            { db, actor: actorOf(request) },
            { id: request.params.page_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
          ),
        ),
    ),
  ];
}

/** Waits for the write; the public sees it at once. */
async function forgetting<Answer>(published: PublishedPages, write: Promise<Answer>): Promise<Answer> {
  const answer = await write;
  published.forget();
  return answer;
}
