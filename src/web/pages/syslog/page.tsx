import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { lazy, Suspense, useId, useMemo } from "react";
import { useAskTop, useSavedQueries } from "../../api/events";
import { useMe } from "../../api/me";
import type { RequestFailure } from "../../api/request-failure";
import { arePlain, eventColumns, longestAddresses } from "../../components/event-table/columns";
import type { FilterTerm, FirewallEvent } from "../../components/event-table/event-fields";
import { Can } from "../../components/permission/can";
import { NoFields } from "../../components/query-bar/lazy-no-fields";
import { QueryBar } from "../../components/query-bar/query-bar";
import { shiftRange } from "../../format/range";
import { RangePicker } from "../../components/range-picker/range-picker";
import { PartBoundary } from "../../components/states/part-boundary";
import { isSameDay } from "../../format/time";
import { ExportIcon, LiveIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { eventSearchOf, type EventSearch } from "../../url/event-search";
import { stringifySearch } from "../../url/search-params";
import { useAnswered } from "./answered";
import { eventsQuery, type EventPage } from "./api";
import { FieldsButton } from "./fields/fields-button";
import { useFieldPanel } from "./fields/use-field-panel";
import { HistogramPart } from "./histogram-part";
import { Results } from "./results";
import { SavedSearches } from "./saved/saved-searches";
import { useSyslogShortcuts } from "./shortcuts";
import { StatusLine, type Answered } from "./status-line";
import styles from "./syslog.module.css";
import { useEventNavigation } from "./use-navigation";
import { useLast, useQuestion } from "./use-question";
import { ViewTools } from "./view-tools";

const ExportMenu = lazy(() => import("./export-menu").then((module) => ({ default: module.ExportMenu })));
const NoEvents = lazy(() => import("./no-events").then((module) => ({ default: module.NoEvents })));
const FieldPanel = lazy(() =>
  import("./fields/field-panel").then((module) => ({ default: module.FieldPanel })),
);
const EventPanel = lazy(() => import("./event-panel").then((module) => ({ default: module.EventPanel })));

function SyslogPage() {
  const { search, range, run, filter, go, setRange, open } = useEventNavigation();
  const { q = "", id, columns: chosenColumns } = search;
  const { question, askAgain } = useQuestion(search);
  const events = useInfiniteQuery(eventsQuery(question));
  const pages = useLast(events.data);
  const first = pages?.pages[0];
  const answered = useAnswered(first);
  const rows = useMemo(() => pages?.pages.flatMap((page) => page.events) ?? [], [pages]);
  const isWrapped = search.wrap === true;
  const columns = useColumns(pages?.pages ?? NO_PAGES, { onFilter: filter, isWrapped });
  const problem = queryProblem(events.error);
  const problemId = useId();
  const fields = useFieldPanel();
  useSyslogShortcuts({ onShift: (direction) => setRange(shiftRange(range, direction, Date.now())) });

  const runQuery = (query: string) => (query === q ? askAgain() : run(query));
  const turn = () => go({ order: search.order === undefined ? "asc" : undefined });
  const step = (by: -1 | 1) => {
    const next = rows[rows.findIndex((row) => row.id === id) + by];
    if (next !== undefined) open(next.id, { replace: true });
  };
  const continueBehind = ({ received_at: at }: FirewallEvent) => {
    if (first === undefined) return;
    const { order, window } = first.asked;
    setRange(order === "desc" ? { from: window.start, to: at } : { from: at, to: window.end });
  };
  const isEmpty = events.data !== undefined && rows.length === 0;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>Syslog</h1>
        <Bar
          query={q}
          range={range}
          problemId={problem === undefined ? undefined : problemId}
          onRun={runQuery}
        >
          {(typed) => (
            <>
              <RangePicker range={range} onChange={(next) => setRange(next, typed)} />
              <Button type="submit" size="xs">
                Search
              </Button>
              <LiveButton search={{ ...search, q: typed === "" ? undefined : typed }} />
              <SavedSearches
                search={search}
                asked={first?.asked}
                onRun={(saved) => go({ ...EMPTY, ...saved })}
              />
              <Can do="firewall_export">
                <ExportPart answered={answered} />
              </Can>
            </>
          )}
        </Bar>
      </div>
      <StatusLine
        query={q}
        onQuery={run}
        problem={problem}
        problemId={problemId}
        answered={answered}
        isFetching={events.isFetching && !events.isFetchingNextPage}
        left={<FieldsButton isOpen={fields.isOpen} onToggle={fields.toggle} />}
        right={
          <ViewTools
            columns={columns}
            chosenColumns={chosenColumns}
            onColumns={(chosen) => go({ columns: chosen })}
            isWrapped={isWrapped}
            onWrap={(wanted) => go({ wrap: wanted ? true : undefined }, { replace: true })}
          />
        }
      />
      {!isEmpty && first !== undefined && first.unknown_fields.length > 0 && (
        <Suspense>
          <NoFields query={first.asked.q} unknown={first.unknown_fields} offer="Search" onQuery={run} />
        </Suspense>
      )}
      {!isEmpty && (
        <HistogramPart
          asked={events.data?.pages[0]?.asked}
          query={q}
          range={range}
          onRange={setRange}
          onFilter={filter}
          onQuery={run}
        />
      )}
      <div className={styles.body}>
        {fields.isOpen && (
          <PartBoundary title="Cannot show the fields">
            <Suspense fallback={<div className={styles.fieldRoom} />}>
              <FieldPanel asked={first?.asked} onFilter={filter} />
            </Suspense>
          </PartBoundary>
        )}
        <div className={styles.results}>
          {isEmpty ? (
            <Suspense>
              <NoEvents
                query={q}
                unknown={first?.unknown_fields}
                range={range}
                onQuery={run}
                onRange={setRange}
                onArrival={askAgain}
              />
            </Suspense>
          ) : (
            <Results
              query={events}
              pages={pages}
              rows={rows}
              columns={columns}
              chosenColumns={chosenColumns}
              isWrapped={isWrapped}
              isRefused={problem !== undefined}
              openId={id}
              hrefOf={(event) => `/syslog${stringifySearch({ ...search, id: event.id })}`}
              onOpen={(event) => open(event.id)}
              onFilter={filter}
              onTurn={turn}
              onContinue={continueBehind}
            />
          )}
          {id !== undefined && (
            <PartBoundary title="Cannot show the event">
              <Suspense>
                <EventPanel
                  id={id}
                  onClose={() => open(undefined)}
                  onStep={step}
                  onFilter={filter}
                  onOpen={(event) => open(event.id)}
                />
              </Suspense>
            </PartBoundary>
          )}
        </div>
      </div>
    </div>
  );
}

function LiveButton({ search }: { search: EventSearch }) {
  return (
    <Button
      variant="default"
      c="var(--text)"
      size="xs"
      leftSection={<LiveIcon {...ICON} />}
      renderRoot={(props) => <Link {...props} to="/syslog/live" search={eventSearchOf(search)} />}
    >
      Live
    </Button>
  );
}

/** In its place from the beginning, so that nothing beside it moves when there is something to export. */
function ExportPart({ answered }: { answered: Answered | undefined }) {
  const nothing = (
    <Button variant="default" size="xs" leftSection={<ExportIcon {...ICON} />} disabled>
      Export
    </Button>
  );
  if (answered === undefined || answered.total === 0) return nothing;
  return (
    <Suspense fallback={nothing}>
      <ExportMenu answered={answered} />
    </Suspense>
  );
}

const NO_PAGES: readonly EventPage[] = [];

/** Wide enough for the first page; the pages behind it move nothing. */
function useColumns(
  pages: readonly EventPage[],
  { onFilter, isWrapped }: { onFilter: (term: FilterTerm) => void; isWrapped: boolean },
) {
  const [first] = pages;
  const addressLengths = useMemo(() => longestAddresses(first?.events ?? [], first?.names), [first]);
  const deviceNames = useMemo(() => new Map(pages.flatMap(({ names }) => [...names])), [pages]);
  const isPlain = useMemo(() => arePlain(first?.events ?? []), [first]);
  const hasDays = first !== undefined && !isSameDay(first.asked.window.start, first.asked.window.end);
  return useMemo(
    () => eventColumns(onFilter, { addressLengths, deviceNames, hasDays, isWrapped, isPlain }),
    [onFilter, addressLengths, deviceNames, hasDays, isWrapped, isPlain],
  );
}

/** What a saved search replaces. */
const EMPTY = { q: undefined, from: undefined, to: undefined, columns: undefined, id: undefined };

type BarProps = Pick<Parameters<typeof QueryBar>[0], "query" | "problemId" | "onRun" | "children"> & {
  range: Parameters<typeof useAskTop>[0];
};

function Bar({ range, ...props }: BarProps) {
  const { username } = useMe();
  const askTop = useAskTop(range);
  const saved = useSavedQueries();
  return <QueryBar {...props} askTop={askTop} saved={saved} owner={username} />;
}

/** Why the query itself was refused, if it was. */
function queryProblem(error: RequestFailure | null): string | undefined {
  return error?.fields.find(({ path }) => path[0] === "q")?.message;
}

export const Route = createLazyRoute("/shell/syslog")({ component: SyslogPage });
