import { Button } from "@mantine/core";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useId, useMemo, useState } from "react";
import { useAskTop, useSavedQueries } from "../../api/events";
import { useMe } from "../../api/me";
import type { FilterTerm, FirewallEvent } from "../../components/event-table/event-fields";
import { FIELD_NAMES } from "../../components/query-bar/fields";
import { NoFields } from "../../components/query-bar/lazy-no-fields";
import { QueryBar } from "../../components/query-bar/query-bar";
import { QueryChips } from "../../components/query-bar/query-chips";
import { addTerm } from "../../components/query-bar/query-text";
import { USUAL_FROM } from "../../format/range";
import { toasts } from "../../components/toast/toasts";
import { useFilterShortcut, useShortcut } from "../../shell/shortcuts/registry";
import { LiveIcon, PauseIcon, SearchIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { eventSearchOf } from "../../url/event-search";
import { EventPanel } from "./event-panel";
import { createLiveTail } from "./live-tail";
import { longestOf } from "./long-addresses";
import styles from "./live-tail.module.css";
import { StateLine } from "./state-line";
import { useTailColumns } from "./tail-columns";
import { TailEmpty } from "./tail-empty";
import { TailList } from "./tail-list";

const route = getRouteApi("/shell/syslog/live");

function LiveTailPage() {
  const me = useMe();
  const stateId = useId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q = "", from = USUAL_FROM, to, id } = search;
  const [live] = useState(createLiveTail);
  useEffect(() => live.ask(q), [live, q]);
  useEffect(() => () => live.close(), [live]);
  const state = live.state.use();
  const noFields = live.noFields.use();
  const view = live.tail.view.use();
  const saved = useSavedQueries();
  const askTop = useAskTop({ from, to });

  const ask = useCallback(
    (next: string) => void navigate({ search: (old) => ({ ...old, q: next === "" ? undefined : next }) }),
    [navigate],
  );
  const filter = useCallback(
    (term: FilterTerm) => {
      const next = addTerm(q, term, FIELD_NAMES);
      if (next === undefined) toasts.tellError(`“${term.text}” does not fit into the query`);
      else ask(next);
    },
    [q, ask],
  );
  const open = useCallback(
    (event: FirewallEvent) => {
      live.tail.pause();
      void navigate({ search: (old) => ({ ...old, id: event.id }) });
    },
    [live, navigate],
  );
  const { names: deviceNames, addressLengths: namedLengths } = live.names.view.use();
  const addressLengths = useMemo(
    () => longestOf(view.addressLengths, namedLengths),
    [view.addressLengths, namedLengths],
  );
  const columns = useTailColumns({ filter, shownIds: search.columns, addressLengths, deviceNames });
  const toggle = () => (view.isPaused ? live.tail.resume() : live.tail.pause());
  useFilterShortcut({ label: "Write a query", scope: "Live tail" });
  useShortcut({ keys: "p", label: "Pause or resume", scope: "Live tail" }, toggle);

  const place = view.rows.findIndex((row) => row.kind === "event" && row.event.id === id);
  const openRow = view.rows[place];
  const step = (by: -1 | 1) => {
    const next = view.rows[place + by];
    if (next?.kind === "event") open(next.event);
  };
  const problem = state.kind === "ended" && state.why === "filter" ? state.message : undefined;
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>Live tail</h1>
        <QueryBar
          query={q}
          onRun={ask}
          askTop={askTop}
          saved={saved}
          owner={me.username}
          problemId={problem === undefined ? undefined : stateId}
        >
          {(typed) => (
            <>
              <Button
                variant="default"
                size="xs"
                leftSection={<SearchIcon {...ICON} />}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/syslog"
                    search={eventSearchOf({ ...search, q: typed || undefined })}
                  />
                )}
              >
                Search
              </Button>
              <Button
                size="xs"
                type="button"
                leftSection={view.isPaused ? <LiveIcon {...ICON} /> : <PauseIcon {...ICON} />}
                onClick={toggle}
              >
                {view.isPaused ? "Resume" : "Pause"}
              </Button>
            </>
          )}
        </QueryBar>
      </div>
      <div className={styles.stateRow} id={stateId}>
        <StateLine state={state} view={view} search={search} onRetry={live.retry} />
        <QueryChips query={q} onChange={ask} problem={problem} />
        <Link to="/syslog/status" className={styles.status}>
          Syslog status
        </Link>
      </div>
      {noFields !== undefined && (
        <Suspense>
          <div className={styles.noFields}>
            <NoFields {...noFields} offer="Show" onQuery={ask} />
          </div>
        </Suspense>
      )}
      <div className={styles.results}>
        {view.rows.length === 0 ? (
          <TailEmpty state={state} query={q} onClear={() => ask("")} />
        ) : (
          <TailList
            rows={view.rows}
            columns={columns}
            isPaused={view.isPaused}
            openKey={openRow?.key}
            query={search.q}
            onSight={live.names.show}
            onPause={live.tail.pause}
            onOpen={open}
          />
        )}
        {id !== undefined && (
          <EventPanel
            id={id}
            line={openRow?.kind === "event" ? openRow.event : undefined}
            onFilter={filter}
            onOpen={open}
            onStep={step}
            onClose={() => void navigate({ search: (old) => ({ ...old, id: undefined }) })}
          />
        )}
      </div>
    </>
  );
}

export const Route = createLazyRoute("/shell/syslog/live")({ component: LiveTailPage });
