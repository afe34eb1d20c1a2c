import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { reservationByKey } from "./by-key";
import { listReservations } from "./list";
import {
  ExpiredReservationsDeleted,
  IpReservationCreate,
  IpReservationOut,
  IpReservationUpdate,
  RESERVATION_VERSION,
  ReservationQuery,
} from "./models";
import { deleteExpiredReservations, deleteReservation, getReservation, updateReservation } from "./service";

const params = z.object({ reservation_id: id });
const NOT_FOUND = { 404: "Reservation not found" };

export function reservationRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/reservations",
        tag: "ipam",
        summary: "Reserved addresses",
        access: "authenticated",
        query: ReservationQuery,
        response: z.array(IpReservationOut),
        isPaged: true,
        refusals: { 404: "Subnet not found" },
      },
      async ({ context, query }) => answerPage(context, await listReservations({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/reservations",
        tag: "ipam",
        summary: "Reserve an address",
        access: requires("ipam_write"),
        isTryable: true,
        upsert: { key: "`ip_address`", changes: IpReservationUpdate },
        body: IpReservationCreate,
        status: 201,
        response: IpReservationOut,
        versioned: RESERVATION_VERSION,
        replay: { byId: "/api/v1/ipam/reservations/{reservation_id}" },
        refusals: { 404: "Subnet not found", 409: "This IP address is already reserved" },
      },
      (request) => writeByKey(request, reservationByKey(actorOf(request), request.body)),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/ipam/reservations/expired",
        tag: "ipam",
        summary: "Remove all reservations that have expired",
        access: requires("ipam_write"),
        unversioned: "Many rows go at once.",
        query: z.object(dryRunFields),
        response: ExpiredReservationsDeleted,
        replay: "kept",
      },
      (request) =>
        deleteExpiredReservations({ db, actor: actorOf(request) }, { isDryRun: request.query.dry_run }),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/reservations/{reservation_id}",
        tag: "ipam",
        summary: "One reservation",
        access: "authenticated",
        params,
        response: IpReservationOut,
        versioned: RESERVATION_VERSION,
        refusals: NOT_FOUND,
      },
      ({ params }) => getReservation({ db }, params.reservation_id),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/ipam/reservations/{reservation_id}",
        tag: "ipam",
        summary: "Change what is said of a reserved address",
        access: requires("ipam_write"),
        isTryable: true,
        params,
        body: IpReservationUpdate,
        response: IpReservationOut,
        versioned: RESERVATION_VERSION,
        replay: { whole: "/api/v1/ipam/reservations/{reservation_id}" },
        refusals: { 404: "Reservation or subnet not found" },
      },
      (request) =>
        updateReservation(
          { db: request.db, actor: actorOf(request) },
          { id: request.params.reservation_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/ipam/reservations/{reservation_id}",
        tag: "ipam",
        summary: "Give a reserved address back",
        access: requires("ipam_write"),
        params,
        query: z.object(dryRunFields),
        versioned: RESERVATION_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteReservation(
          { db, actor: actorOf(request) },
          { id: request.params.reservation_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
  ];
}
