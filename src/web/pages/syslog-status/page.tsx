import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { RequestFailure } from "../../api/request-failure";
import { syslogStatusQuery } from "../../api/syslog-status";
import { parseSort, printSort, type Sort } from "../../components/data-table/columns";
import { PageHead } from "../../components/page-head/page-head";
import { PartBoundary } from "../../components/states/part-boundary";
import { QueryStates } from "../../components/states/query-states";
import { StatusMark } from "../../components/badge/status-mark";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { lossesOf, noticesOf } from "./account";
import { AddressHistory } from "./address-history";
import { CollectorChoice } from "./collectors/collector-choice";
import { Counters } from "./counters";
import { EventStore } from "./event-store";
import { GoneCollector } from "./collectors/gone-collector";
import { Listeners } from "./listeners";
import { NoSenders } from "./no-senders";
import { ParseTest } from "./parse-test";
import { Relays } from "./relays";
import { Senders } from "./senders";
import { SumLine } from "./sum-line";
import styles from "./syslog-status.module.css";
import { Traps } from "./traps";
import { Vendors } from "./vendors";

const route = getRouteApi("/shell/syslog/status");

function SyslogStatusPage() {
  const { sort, collector } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(syslogStatusQuery(collector));
  const gone = isGone(query.error) ? collector : undefined;
  const setSort = useCallback(
    (next: Sort | undefined) => void navigate({ search: (old) => ({ ...old, sort: printSort(next) }) }),
    [navigate],
  );
  const open = useCallback(
    (text: string) => void navigate({ to: "/syslog", search: text === "" ? {} : { q: text } }),
    [navigate],
  );
  return (
    <>
      <PageHead
        title="Syslog status"
        meta={gone === undefined && <Freshness at={query.dataUpdatedAt} />}
        actions={
          <>
            <Link to="/syslog">Search</Link>
            <Link to="/syslog/live">Live tail</Link>
            <Link to="/syslog/formats">Formats</Link>
          </>
        }
      />
      {gone === undefined ? (
        <QueryStates query={query} what="the syslog status" rows={12}>
          {(status) => (
            <>
              <CollectorChoice status={status} />
              <SumLine status={status} />
              {status.journal.refusal !== null && (
                <p role="alert">
                  <StatusMark
                    status="down"
                    label={`Nothing is taken now (${status.journal.refusal}): datagrams are dropped, TCP senders wait`}
                  />
                </p>
              )}
              {status.store_error !== null && (
                <p role="alert">
                  <StatusMark
                    status="down"
                    label={`Received lines are not becoming searchable: ${status.store_error}`}
                  />
                </p>
              )}
              <div className={styles.pair}>
                <Counters title="Losses since start" counters={lossesOf(status)} mark="down" />
                <Counters
                  title="Kept or refused, worth a look"
                  counters={noticesOf(status)}
                  mark="degraded"
                />
              </div>
              {status.senders.length === 0 ? (
                <NoSenders status={status} />
              ) : (
                <Senders status={status} sort={parseSort(sort)} onSort={setSort} onOpen={open} />
              )}
            </>
          )}
        </QueryStates>
      ) : (
        <GoneCollector collector={gone} />
      )}
      <PartBoundary title="Cannot show the relays">
        <Relays />
      </PartBoundary>
      <PartBoundary title="Cannot show the parse test">
        <ParseTest />
      </PartBoundary>
      {gone === undefined && query.data !== undefined && (
        <>
          <Listeners status={query.data} />
          <Traps traps={query.data.traps} />
          <Vendors status={query.data} />
          <EventStore status={query.data} />
          <AddressHistory />
        </>
      )}
    </>
  );
}

/** No process that runs has the collector that was asked for. */
function isGone(error: Error | null): boolean {
  return error instanceof RequestFailure && error.status === 404;
}

function Freshness({ at }: { at: number }) {
  const now = useNow();
  if (at === 0) return null;
  return (
    <>
      Updated <TimeValue at={new Date(Math.min(at, now)).toISOString()} as="age" />
    </>
  );
}

export const Route = createLazyRoute("/shell/syslog/status")({ component: SyslogStatusPage });
