import { queryOptions, skipToken } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client";

/** Milliseconds; what has arrived is found within about a second. */
const LOOK_MS = 500;
/** Of the events around a line, milliseconds. */
const AROUND_MS = 60_000;

export type FoundLine = { id: number; receivedAt: string };

/** The very first line that is stored; asked for until it is there. */
export const firstLineQuery = (isExpected: boolean) => lineQuery(isExpected ? "" : undefined);

/** The line that a search finds; asked for until it is there. */
export const lineQuery = (q: string | undefined) =>
  queryOptions({
    queryKey: ["dashboard", "line", q],
    queryFn:
      q === undefined
        ? skipToken
        : async ({ signal }): Promise<FoundLine | null> => {
            const query = { ...(q !== "" && { q }), sort_dir: "asc" as const, limit: 1 };
            const { events } = await answerOf(
              api.GET("/api/v1/syslog/events", { params: { query }, signal }),
            );
            const [first] = events;
            return first === undefined ? null : { id: first.id, receivedAt: first.received_at };
          },
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) => (data === null ? LOOK_MS : false),
  });

/** The page of events with the line open, and what came just before and after it. */
export function lineHref({ id, receivedAt }: FoundLine): string {
  const at = Date.parse(receivedAt);
  const moment = (ms: number) => new Date(ms).toISOString();
  const window = { from: moment(at - AROUND_MS), to: moment(at + AROUND_MS) };
  return `/syslog?${new URLSearchParams({ ...window, id: String(id) }).toString()}`;
}

/** Sends a line to the service's own listener; gives what finds it. */
export async function sendTestLine(): Promise<string> {
  const { q } = await answerOf(api.POST("/api/v1/syslog/test-line"));
  return q;
}
