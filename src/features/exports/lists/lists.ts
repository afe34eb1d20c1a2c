import { z } from "@hono/zod-openapi";
import { AlertEventRead, AlertIncidentRead, listEvents, listIncidents } from "#features/alerts";
import {
  DhcpLeaseOut,
  IpReservationOut,
  listLeases,
  listReservations,
  listSubnets,
  SubnetOut,
} from "#features/ipam";
import { listCheckStandings, listMonitors, MonitorRead, ServiceCheckStanding } from "#features/monitoring";
import { listNamedLinks, NamedLink } from "#features/topology";
import { mapPage } from "#platform/http/paging";
import type { ListExport } from "./list-export";

/** How a monitor stands, in fields of its own; what only one user, or a picture, has of it is left out. */
const ExportedMonitor = MonitorRead.omit({
  heartbeat: true,
  is_favourite: true,
  member_states: true,
  last_result: true,
})
  .extend({
    state: z.string().nullable(),
    state_since: z.string().nullable().openapi({ format: "date-time" }),
    response_time_ms: z.number().nullable(),
    error: z.string().nullable(),
  })
  .openapi("ExportedMonitor");

function toExportedMonitor(monitor: MonitorRead): z.infer<typeof ExportedMonitor> {
  const {
    heartbeat: _,
    is_favourite: _isFavourite,
    member_states: _members,
    last_result: last,
    ...rest
  } = monitor;
  return {
    ...rest,
    state: last?.state ?? null,
    state_since: last?.state_since ?? null,
    response_time_ms: last?.response_time_ms ?? null,
    error: last?.error ?? null,
  };
}

/** The lists that can be taken as files, beside those with routes of their own. */
export const LIST_EXPORTS: readonly ListExport[] = [
  { name: "subnets", title: "subnets", row: SubnetOut, read: listSubnets, isWhole: true },
  {
    name: "reservations",
    title: "reservations",
    row: IpReservationOut,
    read: (ctx, query) => listReservations(ctx, { ...query, sort: "address" }),
  },
  {
    name: "leases",
    title: "DHCP leases",
    row: DhcpLeaseOut,
    read: (ctx, query) => listLeases(ctx, { ...query, sort: "address" }),
  },
  { name: "links", title: "links", row: NamedLink, read: listNamedLinks },
  { name: "service-checks", title: "service checks", row: ServiceCheckStanding, read: listCheckStandings },
  {
    name: "monitors",
    title: "monitors",
    row: ExportedMonitor,
    read: async (ctx, query) =>
      mapPage(await listMonitors({ ...ctx, userId: ctx.caller.userId }, query), toExportedMonitor),
  },
  {
    name: "alert-events",
    title: "alerts",
    row: AlertEventRead,
    read: (ctx, { limit = 500, cursor }) => listEvents(ctx, { limit, cursor }),
  },
  {
    name: "incidents",
    title: "incidents",
    row: AlertIncidentRead,
    read: (ctx, { limit = 500, cursor }) => listIncidents(ctx, { limit, cursor }),
  },
];
