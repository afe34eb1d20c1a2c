import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { badRequest } from "#platform/errors";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { RELAY_MEDIA_TYPE, RELAY_PATH } from "../relay/wire";
import { MAX_BODY_BYTES } from "./body";
import type { RelayIntake } from "./intake";
import { RelayPlace, RelayRead, relayId } from "./models";
import { forgetRelay, listRelays } from "./service";

const ONLY_KEYS = "A relay sends with an API key, which tells it from others";

export function relayRoutes({ db, intake }: { db: Db; intake: Pick<RelayIntake, "take"> }): Route[] {
  return [
    route(
      {
        method: "post",
        path: RELAY_PATH,
        tag: "syslog",
        summary: "What a relay has received",
        description:
          "For relays only (docs/relay.md): a report and journal records, compressed with zstd. The answer says through which of the " +
          "relay's positions all is on the disk here; to send it again stores nothing twice. API keys have no limit of calls here.",
        access: requires("relay"),
        upload: {
          [RELAY_MEDIA_TYPE]: z.string().openapi({
            format: "binary",
            description: "one zstd frame: a report, JSON on one line, then journal records",
          }),
        },
        bodyLimitBytes: MAX_BODY_BYTES,
        bodyBudget: "relays",
        response: RelayPlace,
        replay: { unkeyed: "What was sent before is known by its positions, and taken once." },
        noTrial: "It brings what has happened already.",
        refusals: {
          400: `${ONLY_KEYS}; the body is no zstd, or does not begin with a line`,
          403: `The key sends as another relay; another key that works sends as this relay`,
          413: "The body has more than 12 MiB, compressed or not",
          422: "The report or a record is not what it should be",
          429: "A request of this relay, or by this key, is being taken already",
          503: "Too little free space, what was sent before waits to be stored, or too many send",
        },
      },
      (request) => {
        const { apiKeyId: keyId } = request.caller;
        if (keyId === null) throw badRequest(ONLY_KEYS);
        return intake.take(request.upload.octets, { keyId, actor: actorOf(request) });
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/syslog/relays",
        tag: "syslog",
        summary: "Relays, by name: lag, backlog, losses, version",
        access: requires("security_view"),
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(RelayRead),
      },
      async ({ context, query }) => answerPage(context, await listRelays({ db }, query)),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/syslog/relays/{relay_id}",
        tag: "syslog",
        summary: "Forget a relay; its lines stay",
        description: "Its API key can send as another relay then. One that sends again is entered anew.",
        access: "superadmin",
        isTryable: true,
        unversioned: "A relay is changed by what it sends alone: no copy of it is edited.",
        params: z.object({ relay_id: relayId }),
        replay: "empty",
        refusals: { 404: "Relay not found" },
      },
      (request) => forgetRelay({ db: request.db, actor: actorOf(request) }, request.params.relay_id),
    ),
  ];
}
