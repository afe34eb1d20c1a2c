import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { OperationRunner } from "#features/operations";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, isTrial } from "#platform/http/dry-run";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { WorkerPool } from "#platform/workers";
import { deleteLeases } from "./delete";
import { importLeases } from "./import";
import { listLeaseHistory } from "./history";
import { listLeases } from "./list";
import {
  DhcpImportQuery,
  DhcpImportResult,
  DhcpLeaseDeletionQuery,
  DhcpLeaseHistoryEntry,
  DhcpLeaseHistoryQuery,
  DhcpLeaseOut,
  DhcpLeaseQuery,
} from "./models";
import { DhcpImportRequest } from "./parse/upload";

const LARGEST_IMPORT_BYTES = 32 * 1024 * 1024;

type LeaseDeps = { db: Db; pool: WorkerPool; operations: OperationRunner };

export function leaseRoutes({ db, pool, operations }: LeaseDeps): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/dhcp-leases",
        tag: "ipam",
        summary: "Current DHCP leases",
        access: "authenticated",
        query: DhcpLeaseQuery,
        response: z.array(DhcpLeaseOut),
        isPaged: true,
      },
      async ({ context, query }) => answerPage(context, await listLeases({ db }, query)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/dhcp-leases/history",
        tag: "ipam",
        summary: "Current and former DHCP leases, the latest first",
        access: "authenticated",
        query: DhcpLeaseHistoryQuery,
        response: z.array(DhcpLeaseHistoryEntry),
        isPaged: true,
      },
      async ({ context, query }) => answerPage(context, await listLeaseHistory({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/dhcp-leases/import",
        tag: "ipam",
        summary: "Import a DHCP server's lease file",
        description:
          "Replaces the leases of its source, address by address; the same file again changes nothing. Reads ISC dhcpd, " +
          "dnsmasq, Kea, Windows, MikroTik, OPNsense and pfSense, and what `GET /exports/leases` gives, as JSON or as the file itself " +
          "(`text/plain`). " +
          "A file has at most 100,000 leases. Nothing takes an import back: import the file of before again.",
        access: requires("ipam_write"),
        isTryable: true,
        query: DhcpImportQuery,
        upload: {
          "application/json": DhcpImportRequest,
          "text/plain": z.string().openapi({ example: "1790000000 00:00:5e:00:53:01 192.0.2.10 printer *" }),
        },
        bodyLimitBytes: LARGEST_IMPORT_BYTES,
        response: DhcpImportResult,
        replay: "kept",
        refusals: {
          409: "The import was cancelled",
          503: "The import was given up, as the service ends or has not reached its database",
        },
      },
      ({ upload, query, signal, ...request }) => {
        const { context, caller } = request;
        context.env.keepOpen?.();
        const ctx = {
          db: request.db,
          pool,
          actor: actorOf(request),
          userId: caller.userId,
          operations: isTrial(query) ? undefined : operations,
        };
        return importLeases(ctx, { upload, query, signal });
      },
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/ipam/dhcp-leases",
        tag: "ipam",
        summary: "Remove every DHCP lease, with its history",
        access: requires("ipam_write"),
        unversioned: "Many rows go at once.",
        query: DhcpLeaseDeletionQuery,
        preview: DeletionPreview,
        replay: "empty",
      },
      (request) =>
        deleteLeases(
          { db, actor: actorOf(request) },
          { source: request.query.source, isDryRun: request.query.dry_run },
        ),
    ),
  ];
}
