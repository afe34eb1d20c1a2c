import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState, ErrorStrip } from "./error-state";
import { Loading } from "./loading";

type Props<Answer> = {
  query: UseQueryResult<Answer>;
  /** What is loaded, in the plural or with an article: "API keys", "the settings". */
  what: string;
  rows?: number;
  children: (answer: Answer) => ReactNode;
};

/** The states around a query: loading, failed, and failed with older results, which stay. */
export function QueryStates<Answer>({ query, what, rows, children }: Props<Answer>) {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.error === null ? (
      <Loading what={what} rows={rows} />
    ) : (
      <ErrorState error={query.error} title={`Cannot load ${what}`} onRetry={retry} />
    );
  }
  return (
    <>
      {query.error !== null && (
        <ErrorStrip error={query.error} title={`Cannot renew ${what}`} onRetry={retry} />
      )}
      {children(query.data)}
    </>
  );
}
