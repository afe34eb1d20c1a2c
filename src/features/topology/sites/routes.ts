import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { siteByKey } from "./by-key";
import type { SiteBelonging } from "./belonging";
import { SiteCreate, SiteQuery, SiteRead, SiteUpdate } from "./models";
import { deleteSite, getSite, listSites, updateSite } from "./service";

const PATH = "/api/v1/topology/sites";
const params = z.object({ site_id: id });

type Deps = {
  db: Db;
  /** Of the other features that have something at sites. */
  siteBelongings: readonly SiteBelonging[];
};

export function siteRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "topology",
        summary: "Sites (locations), or those that the filters let through, by name",
        access: "authenticated",
        query: SiteQuery,
        isPaged: true,
        response: z.array(SiteRead),
      },
      async ({ context, query }) => answerPage(context, await listSites({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "topology",
        summary: "Add a site",
        access: requires("topology_write"),
        isTryable: true,
        upsert: { key: "`name`", changes: SiteUpdate },
        body: SiteCreate,
        status: 201,
        response: SiteRead,
        versioned: WHOLE,
        replay: { byId: `${PATH}/{site_id}` },
        refusals: { 404: "Parent site not found", 409: "Site name already exists" },
      },
      (request) => writeByKey(request, siteByKey(actorOf(request), request.body)),
    ),
    ...oneSiteRoutes(deps),
  ];
}

function oneSiteRoutes({ db, siteBelongings: belongings }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${PATH}/{site_id}`,
        tag: "topology",
        summary: "One site",
        access: "authenticated",
        params,
        response: SiteRead,
        versioned: WHOLE,
        refusals: { 404: "Site not found" },
      },
      ({ params: { site_id: siteId } }) => getSite({ db }, siteId),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{site_id}`,
        tag: "topology",
        summary: "Change a site",
        access: requires("topology_write"),
        isTryable: true,
        params,
        body: SiteUpdate,
        response: SiteRead,
        versioned: WHOLE,
        replay: { whole: `${PATH}/{site_id}` },
        refusals: { 404: "Site or parent site not found", 409: "Site name already exists" },
      },
      (request) =>
        updateSite(
          { db: request.db, actor: actorOf(request) },
          { siteId: request.params.site_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{site_id}`,
        tag: "topology",
        summary: "Remove a site",
        description:
          "Its devices, subnets and groups stay, without a site; sites in it become top-level ones.",
        access: requires("topology_write"),
        params,
        query: z.object(dryRunFields),
        preview: DeletionPreview,
        versioned: WHOLE,
        replay: "empty",
        refusals: { 404: "Site not found" },
      },
      (request) =>
        deleteSite(
          { db, actor: actorOf(request), belongings },
          {
            siteId: request.params.site_id,
            ifMatch: request.ifMatch,
            isDryRun: request.query.dry_run,
          },
        ),
    ),
  ];
}
