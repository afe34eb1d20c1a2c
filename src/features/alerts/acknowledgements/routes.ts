import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { QUESTION } from "#platform/http/reasons";
import { publicRoute, type Incoming, type Route } from "#platform/http/route";
import { AcknowledgementByLinkRequest, AcknowledgementLinkRead, AcknowledgementLinkRequest } from "./models";
import { acknowledgeByLink, EXPIRED, NOT_VALID, readAcknowledgementLink } from "./service";

const PATH = "/api/v1/alerts/acknowledgements";
const REFUSALS = {
  400: `${NOT_VALID} (forged, of another service, or of a way out that is gone), or: ${EXPIRED}`,
  429: "Too many wrong links",
};

type Deps = { db: Db; secretKey: string };

/** For whoever has the link of a notice. Nothing happens by a GET: what looks at links ahead acknowledges nothing. */
export function acknowledgementRoutes({ db, secretKey }: Deps): Route[] {
  async function contextOf(request: Pick<Incoming<unknown, unknown, unknown>, "client" | "context">) {
    request.context.header("Cache-Control", "no-store");
    return { db, secretKey, actor: actorOf(request), now: await databaseNow(db) };
  }
  return [
    publicRoute(
      {
        method: "post",
        path: `${PATH}/read`,
        tag: "alerts",
        summary: "What the link of a notice is about",
        description: "Public: the signed token of the link is the right. Changes nothing.",
        access: "public",
        isCsrfExempt: true,
        noTrial: QUESTION,
        body: AcknowledgementLinkRequest,
        response: AcknowledgementLinkRead,
        refusals: REFUSALS,
      },
      async (request) => readAcknowledgementLink(await contextOf(request), request.body.token),
    ),
    publicRoute(
      {
        method: "post",
        path: PATH,
        tag: "alerts",
        summary: "Acknowledge an incident by the link of a notice",
        description:
          "Public: the signed token of the link is the right. It is good for seven days, while the incident lasts and the way out that it went by is " +
          "in use; it takes nothing over from anybody.",
        access: "public",
        isCsrfExempt: true,
        noTrial: "`POST /api/v1/alerts/acknowledgements/read` shows what the link would acknowledge.",
        body: AcknowledgementByLinkRequest,
        response: AcknowledgementLinkRead,
        refusals: { ...REFUSALS, 409: "The incident is over, or acknowledged already" },
      },
      async (request) => acknowledgeByLink(await contextOf(request), request.body),
    ),
  ];
}
