import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";

const POLL_MS = 500;

/** How far an operation is that this page has begun. It is known only once the service has begun with it. */
export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ["operations", "running", id],
    async queryFn({ signal }): Promise<Model<"Operation">> {
      const path = { params: { path: { operation_id: id } }, signal };
      const operation = await answerOf(api.GET("/api/v1/operations/{operation_id}", path));
      // Unreachable: an event stream is what other readers ask for.
      if (typeof operation === "string") throw new Error("our bug: a stream that nobody asked for");
      return operation;
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: POLL_MS,
  });

export async function cancelOperation(id: string): Promise<void> {
  await answerOf(api.DELETE("/api/v1/operations/{operation_id}", { params: { path: { operation_id: id } } }));
}
