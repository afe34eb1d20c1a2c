import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf, api } from "../../api/client";
import type { RequestFailure } from "../../api/request-failure";
import { EmptyState } from "./empty-state";

const LOOKS_EVERY_MS = 2000;

/** Whether the service will be there by itself: it starts, it was cut off, or its database is not there yet. */
export function isPassing({ status }: RequestFailure): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}

/** In the place of a page whose service cannot answer yet; it is opened as soon as it can. */
export function Waiting({ failure }: { failure: RequestFailure }) {
  const { isSuccess } = useQuery({
    queryKey: ["the service is there"],
    // It needs no session, and the database.
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/setup/status", { signal })),
    refetchInterval: LOOKS_EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (isSuccess) location.reload();
  }, [isSuccess]);
  const isDatabase = /database/i.test(failure.message);
  return (
    <div role="status">
      <EmptyState title={isDatabase ? "The service waits for its database" : failure.message}>
        This page goes on by itself as soon as it can.
        {isDatabase && " The log of the service says what it waits for."}
      </EmptyState>
    </div>
  );
}
