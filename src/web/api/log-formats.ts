import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { versionOf } from "./version";

export type LogFormat = Model<"LogFormatRead">;

/** In the order in which they are asked. */
export const logFormatsQuery = () =>
  queryOptions({
    queryKey: ["log-formats", "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/syslog/formats", { signal })),
  });

/** A format with its entity tag. */
export const logFormatVersionQuery = (id: number) =>
  queryOptions({
    queryKey: ["log-formats", "detail", id],
    queryFn: ({ signal }) =>
      versionOf(
        api.GET("/api/v1/syslog/formats/{format_id}", { params: { path: { format_id: id } }, signal }),
      ),
    staleTime: 0,
  });

/** After a write: list and details. */
export function renewLogFormats(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["log-formats"] });
}
