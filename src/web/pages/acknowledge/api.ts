import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";

export type LinkedIncident = Model<"AlertAcknowledgementLinkRead">;

/** What the link of a notice is about. The token is a secret: it goes with the page. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ["acknowledge-link", token],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/api/v1/alerts/acknowledgements/read", { body: { token }, signal })),
    gcTime: 0,
  });

export function acknowledgeByLink(body: Model<"AlertAcknowledgementByLink">): Promise<LinkedIncident> {
  return answerOf(api.POST("/api/v1/alerts/acknowledgements", { body }));
}
