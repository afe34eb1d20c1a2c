import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { poolByKey } from "./by-key";
import { listPoolAddresses } from "./assignments";
import {
  AddressPageQuery,
  ExternalIpAddressPage,
  ExternalIpPoolCreate,
  ExternalIpPoolOut,
  ExternalIpPoolUpdate,
  ExternalIpSummary,
  POOL_VERSION,
} from "./models";
import { deletePool, getPool, listPools, summarizePools, updatePool } from "./pools";

const params = z.object({ pool_id: id });
const NOT_FOUND = { 404: "External IP pool not found" };
const TAKEN = { 409: "External IP pool already exists, or it overlaps another" };

export function poolRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/external/summary",
        tag: "ipam",
        summary: "Public address space in figures",
        access: "authenticated",
        response: ExternalIpSummary,
      },
      () => summarizePools({ db }),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/external/pools",
        tag: "ipam",
        summary: "All pools of public addresses, by name",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(ExternalIpPoolOut),
      },
      async ({ context, query }) => answerPage(context, await listPools({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/external/pools",
        tag: "ipam",
        summary: "Add a pool of public addresses",
        access: requires("ipam_write"),
        isTryable: true,
        upsert: { key: "`name`", changes: ExternalIpPoolUpdate },
        body: ExternalIpPoolCreate,
        status: 201,
        response: ExternalIpPoolOut,
        versioned: POOL_VERSION,
        replay: { byId: "/api/v1/ipam/external/pools/{pool_id}" },
        refusals: TAKEN,
      },
      (request) => writeByKey(request, poolByKey(actorOf(request), request.body)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/external/pools/{pool_id}",
        tag: "ipam",
        summary: "One pool of public addresses",
        access: "authenticated",
        params,
        response: ExternalIpPoolOut,
        versioned: POOL_VERSION,
        refusals: NOT_FOUND,
      },
      ({ params }) => getPool({ db }, params.pool_id),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/ipam/external/pools/{pool_id}",
        tag: "ipam",
        summary: "Change a pool of public addresses",
        access: requires("ipam_write"),
        isTryable: true,
        params,
        body: ExternalIpPoolUpdate,
        response: ExternalIpPoolOut,
        versioned: POOL_VERSION,
        replay: { whole: "/api/v1/ipam/external/pools/{pool_id}" },
        refusals: { ...NOT_FOUND, ...TAKEN },
      },
      (request) =>
        updatePool(
          { db: request.db, actor: actorOf(request) },
          { id: request.params.pool_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/ipam/external/pools/{pool_id}",
        tag: "ipam",
        summary: "Remove a pool of public addresses, with its assignments",
        access: requires("ipam_write"),
        params,
        query: z.object(dryRunFields),
        versioned: POOL_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deletePool(
          { db, actor: actorOf(request) },
          { id: request.params.pool_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/external/pools/{pool_id}/addresses",
        tag: "ipam",
        summary: "Usable addresses of a pool, with what is assigned",
        access: "authenticated",
        params,
        query: AddressPageQuery,
        response: ExternalIpAddressPage,
        refusals: NOT_FOUND,
      },
      ({ params, query }) => listPoolAddresses({ db }, { poolId: params.pool_id, ...query }),
    ),
  ];
}
