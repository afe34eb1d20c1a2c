import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import { meQuery } from "../../api/me";
import { failureOf } from "../../api/request-failure";

export const summaryQuery = () =>
  queryOptions({
    queryKey: ["exports", "summary"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/exports/summary", { signal })),
  });

/** The browser fetches a file by itself: the session must be good before. */
async function requireSession(queries: QueryClient): Promise<void> {
  await queries.fetchQuery({ ...meQuery(), staleTime: 0 });
}

export async function download(queries: QueryClient, href: string): Promise<void> {
  await requireSession(queries);
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

/** Has the service write the file behind its answer, as an operation. */
export function useWriteBehind() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(href: string) {
      await requireSession(queries);
      const answer = await fetch(href, { headers: { Prefer: "respond-async" } });
      if (!answer.ok) throw await failureOf(answer);
      await answer.body?.cancel();
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["operations"] }),
  });
}
