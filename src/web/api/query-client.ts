import { QueryClient } from "@tanstack/react-query";
import { RequestFailure } from "./request-failure";

/** How long an answer counts as fresh (ms), by what it is about. */
export const FRESH = { rarelyChanged: 300_000, lists: 30_000, figures: 5000 } as const;

/** Nothing that the service has refused is asked again by itself. */
function shouldRetry(failures: number, error: Error): boolean {
  const isRefusal = error instanceof RequestFailure && error.status >= 400 && error.status < 500;
  return failures < 1 && !isRefusal;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH.lists, retry: shouldRetry, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
