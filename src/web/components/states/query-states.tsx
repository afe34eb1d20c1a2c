import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isMissing } from "../../api/request-failure";
import { ErrorState, ErrorStrip } from "./error-state";
import { Loading } from "./loading";

type Props<Answer> = {
  query: UseQueryResult<Answer>;
  /** What is loaded, in the plural or with an article: "API keys", "the settings". */
  what: string;
  rows?: number;
  /** Of a page about one thing, whose query has nothing but its id: what to say where that is not there. */
  gone?: ReactNode;
  children: (answer: Answer) => ReactNode;
};

/** The states around a query: loading, failed, and failed with older results, which stay. */
export function QueryStates<Answer>({ query, what, rows, gone, children }: Props<Answer>) {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (gone !== undefined && isMissing(query.error)) return gone;
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
