import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { CountToolCall } from "#platform/tool-limit";
import { correctNeighbour } from "./correct";
import { readNeighbourStatus } from "./figures";
import { createLink } from "./links/create";
import { listSuggestions } from "./links/suggestions";
import {
  LldpLinkResult,
  LldpNeighbourPatch,
  LldpNeighbourQuery,
  LldpNeighbourRead,
  LldpScanAllResult,
  LldpScanResult,
  LldpSchedule,
  LldpSource,
  LldpStatus,
  LldpSuggestion,
} from "./models";
import { listNeighbours } from "./rows";
import { scanDevice } from "./scan";
import { listSources, queueEveryDevice, readSchedule, updateSchedule } from "./schedule/schedule";

type Deps = {
  db: Db;
  encryption: Encryption;
  /** NEIGHBOUR_RETENTION_DAYS */
  retentionDays: number;
  tools: { countCall: CountToolCall; targetRule: () => Promise<ActiveTargetRule> };
};

const API = "/api/v1/lldp";
const READING = { method: "get", tag: "lldp", access: requires("tools_passive") } as const;
const params = z.object({ neighbour_id: id });
const NOT_FOUND = "Neighbour not found.";
const LIMITED = "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window";

export function neighbourRoutes(deps: Deps): Route[] {
  return [...scanRoutes(deps), ...neighbourListRoutes(deps), ...scheduleRoutes(deps)];
}

function scanRoutes({ db, encryption, tools }: Deps): Route[] {
  const { countCall, targetRule } = tools;
  return [
    route(
      {
        method: "post",
        path: `${API}/scan/{device_id}`,
        tag: "lldp",
        summary: "Ask a device for its neighbours",
        description:
          "By its SNMP profile: LLDP-MIB and CISCO-CDP-MIB, at most 512 rows of each table and 30 s in all. A device that does not " +
          "answer is an answer with `error`.",
        access: requires("tools_active"),
        isTryable: true,
        outside: "the device is asked by SNMP, which counts as a call of a tool",
        params: z.object({ device_id: id }),
        response: LldpScanResult,
        replay: "refused",
        refusals: {
          404: "Device not found.",
          422: "Device has no SNMP credential profile assigned.; SNMP credential profile not found.",
          429: LIMITED,
        },
      },
      async (request) => {
        const { outside } = request;
        // A trial counts for no limit.
        if (request.db === db) await countCall(request.caller.userId);
        const ctx = { db: request.db, encryption, targetRule, actor: actorOf(request), outside };
        return scanDevice(ctx, request.params.device_id, request.signal);
      },
    ),
    route(
      {
        method: "post",
        path: `${API}/scan`,
        tag: "lldp",
        summary: "Ask every device that has an SNMP profile and an address or host name for its neighbours",
        description:
          "They are asked in the background, eight at a time; `/lldp/sources` tells how far that is.",
        access: requires("tools_active"),
        isTryable: true,
        outside: "devices are asked by SNMP, which counts as a call of a tool",
        response: LldpScanAllResult,
        replay: "refused",
        refusals: { 429: LIMITED },
      },
      async (request) => {
        return request.outside("ask every device that has an SNMP profile for its neighbours", async () => {
          await countCall(request.caller.userId);
          return queueEveryDevice({ db, actor: actorOf(request) });
        });
      },
    ),
  ];
}

function neighbourListRoutes({ db }: Deps): Route[] {
  return [
    route(
      {
        ...READING,
        path: `${API}/neighbours`,
        summary: "Neighbours that devices have heard by LLDP and CDP, last seen first",
        query: LldpNeighbourQuery,
        isPaged: true,
        response: z.array(LldpNeighbourRead),
      },
      async ({ context, query }) => answerPage(context, await listNeighbours({ db }, query)),
    ),
    route(
      {
        method: "patch",
        path: `${API}/neighbours/{neighbour_id}`,
        tag: "lldp",
        summary: "Dismiss a neighbour, or say which device it is",
        access: requires("tools_active"),
        unversioned: "The device that it is taken for is all that can be changed.",
        isTryable: true,
        params,
        body: LldpNeighbourPatch,
        response: LldpNeighbourRead,
        replay: "refused",
        refusals: { 404: NOT_FOUND, 422: "Matched device not found." },
      },
      (request) =>
        correctNeighbour(
          { db: request.db, actor: actorOf(request) },
          { id: request.params.neighbour_id, changes: request.body },
        ),
    ),
    route(
      {
        method: "post",
        path: `${API}/neighbours/{neighbour_id}/create-link`,
        tag: "lldp",
        summary: "Make a neighbour a link of the map",
        description:
          "Its origin is `measured`. A link between the same ports in either direction, or one that names no ports, is given instead.",
        access: requires("topology_write"),
        isTryable: true,
        params,
        response: LldpLinkResult,
        replay: "refused",
        refusals: {
          404: NOT_FOUND,
          409: "The same interfaces were linked at this moment",
          422: "No matched device — assign a device before creating a link.",
        },
      },
      (request) => createLink({ db: request.db, actor: actorOf(request) }, request.params.neighbour_id),
    ),
    route(
      {
        ...READING,
        path: `${API}/suggestions`,
        summary: "Links that devices have heard and that the map does not have",
        description:
          "Each cable once, whichever end has told it; without what was dismissed or is not heard any more.",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(LldpSuggestion),
      },
      async ({ context, query }) => answerPage(context, await listSuggestions({ db }, query)),
    ),
  ];
}

function scheduleRoutes({ db, retentionDays }: Deps): Route[] {
  return [
    route(
      {
        ...READING,
        path: `${API}/status`,
        summary: "How many neighbours are kept, what they take, and for how long",
        response: LldpStatus,
      },
      () => readNeighbourStatus(db, retentionDays),
    ),
    route(
      {
        ...READING,
        path: `${API}/sources`,
        summary: "Devices that were asked for their neighbours or are to be, by name, and what came of it",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(LldpSource),
      },
      async ({ context, query }) => answerPage(context, await listSources({ db }, query)),
    ),
    route(
      {
        ...READING,
        path: `${API}/schedule`,
        summary: "How often devices are asked for their neighbours by themselves",
        response: LldpSchedule,
      },
      () => readSchedule({ db }),
    ),
    route(
      {
        method: "put",
        path: `${API}/schedule`,
        tag: "lldp",
        summary: "Set how often devices are asked for their neighbours by themselves",
        access: requires("tools_active"),
        unversioned: "It says one thing: how often.",
        isTryable: true,
        body: LldpSchedule,
        response: LldpSchedule,
        replay: "refused",
      },
      (request) => updateSchedule({ db: request.db, actor: actorOf(request) }, request.body),
    ),
  ];
}
