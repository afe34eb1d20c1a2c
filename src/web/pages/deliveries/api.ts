import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { firstCursor, nextCursor } from "../../api/next-cursor";
import { pollEvery } from "../../api/polling";
import type { DeliveriesSearch } from "./search";

export type Delivery = Model<"NotificationDeliveryRead">;

const PAGE = 100;
const POLL_MS = 10_000;
const KEY = ["deliveries"];

/** What was and is to be sent, the newest first; asked for again and again, as it goes on by itself. */
export const deliveriesQuery = (search: DeliveriesSearch) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "list", search],
    async queryFn({ pageParam: cursor, signal }) {
      const { data, response } = await api.GET("/api/v1/alerts/deliveries", {
        params: { query: { ...search, limit: PAGE, ...(cursor !== null && { cursor }) } },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { deliveries: data, next: nextCursor(response) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS),
  });

/** Sends again what was given up. */
export function useResend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Delivery) =>
      answerOf(
        api.POST("/api/v1/alerts/deliveries/{delivery_id}/resend", { params: { path: { delivery_id: id } } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
