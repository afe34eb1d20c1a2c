import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { DeliveriesQuery, NotificationDeliveryRead } from "./models";
import { listDeliveries } from "./read";
import { resendDelivery } from "./resend";

const PATH = "/api/v1/alerts/deliveries";

export function deliveryRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "alerts",
        summary: "What was and is to be sent, the newest first",
        description:
          "A notice is tried for 24 hours, and then given up until it is sent again. Kept for 30 days. Mails about users' " +
          "accounts are listed for SuperAdmins only.",
        access: requires("alert_write"),
        query: DeliveriesQuery,
        isPaged: true,
        response: z.array(NotificationDeliveryRead),
      },
      async ({ caller, context, query }) => answerPage(context, await listDeliveries({ db, caller }, query)),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{delivery_id}/resend`,
        tag: "alerts",
        summary: "Send again what was given up",
        description: "Under the id that it has, for another 24 hours.",
        access: requires("alert_write"),
        isTryable: true,
        params: z.object({ delivery_id: id }),
        response: NotificationDeliveryRead,
        replay: "kept",
        refusals: {
          404: "Delivery not found",
          409: "Only a delivery that was given up can be sent again, while its content is kept",
        },
      },
      (request) =>
        resendDelivery(
          { db: request.db, actor: actorOf(request), caller: request.caller },
          request.params.delivery_id,
        ),
    ),
  ];
}
