import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { versionOf } from "./version";

export type StatusPage = Model<"StatusPage">;

export const statusPagesQuery = () =>
  queryOptions({
    queryKey: ["status-pages", "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/status-pages", { signal })),
  });

/** A page with its entity tag. */
export const statusPageVersionQuery = (id: number) =>
  queryOptions({
    queryKey: ["status-pages", "detail", id],
    queryFn: ({ signal }) =>
      versionOf(
        api.GET("/api/v1/admin/status-pages/{page_id}", { params: { path: { page_id: id } }, signal }),
      ),
    staleTime: 0,
  });

/** After a write: list and details. */
export function renewStatusPages(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["status-pages"] });
}

/** Where the public finds it. */
export const publicPath = ({ slug }: Pick<StatusPage, "slug">) => `/status/${slug}`;

/** The page as the public would see it now. */
export const previewPath = ({ id }: Pick<StatusPage, "id">) => `/api/v1/admin/status-pages/${id}/preview`;
