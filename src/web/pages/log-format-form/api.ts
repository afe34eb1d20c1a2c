import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import type { LogFormat } from "../../api/log-formats";
import { ifMatch, type Version } from "../../api/version";
import type { FormatBody } from "./values";

export type TriedLine = Model<"LogFormatTriedLine">;

export function createFormat(body: FormatBody, key: string) {
  return answerOf(
    api.POST("/api/v1/syslog/formats", { body, params: { header: { "Idempotency-Key": key } } }),
  );
}

/** Changes a format as it was read; a 412 says that it is another by now. */
export function changeFormat({ thing: { id }, tag }: Version<LogFormat>, body: Model<"LogFormatUpdate">) {
  return answerOf(
    api.PATCH("/api/v1/syslog/formats/{format_id}", {
      params: { path: { format_id: id }, header: ifMatch(tag) },
      body,
    }),
  );
}

export const blocksQuery = () =>
  queryOptions({
    queryKey: ["log-formats", "blocks"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/syslog/formats/blocks", { signal })),
    staleTime: Infinity,
  });

/** What a format would make of lines; nothing is kept. */
export const trialQuery = (trial: Model<"LogFormatTest">) =>
  queryOptions({
    queryKey: ["log-formats", "trial", trial],
    queryFn: ({ signal }) => answerOf(api.POST("/api/v1/syslog/formats/test", { body: trial, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** What stands behind the header of a line. */
export async function readMessage(line: string): Promise<string> {
  const { events } = await answerOf(api.POST("/api/v1/syslog/parse-test", { body: { lines: [line] } }));
  return events[0]?.message ?? "";
}

/** The newest stored lines that nothing knows. */
export async function readUnknownLines(count: number): Promise<string[]> {
  const { events } = await answerOf(
    api.GET("/api/v1/syslog/events", { params: { query: { q: "parser:generic", limit: count } } }),
  );
  return events.map(({ raw_log: line }) => line);
}
