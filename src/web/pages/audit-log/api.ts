import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { spoken, type SpokenEntry } from "../../api/audit-entries";
import { answerOf, api, type Model } from "../../api/client";
import { firstCursor } from "../../api/next-cursor";
import { stringifySearch } from "../../url/search-params";
import { toFilter, type AuditSearch } from "./search";

export type AuditEntry = SpokenEntry;
export type Verification = Model<"AuditVerification">;

const PAGE = 100;

/** Entries by the filters, newest first. */
export const auditQuery = (search: AuditSearch) => {
  const filter = toFilter(search);
  return infiniteQueryOptions({
    queryKey: ["audit", "list", filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      spoken(
        answerOf(
          api.GET("/api/v1/audit/logs", {
            params: { query: { ...filter, limit: PAGE, ...(cursor !== null && { cursor }) } },
            signal,
          }),
        ),
      ),
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next_cursor: next }) => next,
    placeholderData: keepPreviousData,
  });
};

/** The file of all entries that the filters leave. */
export function exportHref(search: AuditSearch): string {
  return `/api/v1/audit/export${stringifySearch(toFilter(search))}`;
}

export type NotedHead = { position: number; hash: string };

export const verifyQuery = (noted: NotedHead | undefined) =>
  queryOptions({
    queryKey: ["audit", "verification", noted],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/audit/verify", { params: { query: { ...noted } }, signal })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
