import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { parseSort, printSort } from "../../components/data-table/columns";
import { DataTable } from "../../components/data-table/data-table";
import { onlyShown, type Selection } from "../../components/data-table/selection";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { formatCount } from "../../format/number";
import { useShownShortcuts, type Shortcut } from "../../shell/shortcuts/registry";
import { observationsQuery, schedulesQuery, useTriage, type BulkAction, type Observation } from "./api";
import { spellHidden } from "../../format/hidden-characters";
import styles from "./discovery.module.css";
import { OBSERVATION_COLUMNS } from "./observation-columns";
import { ObservationPanel } from "./observation-panel";
import { parseDiscoverySearch, TYPES } from "./search";
import { TYPE_NAMES } from "./words";

const IgnoreDialog = lazy(() =>
  import("./ignore-dialog").then((module) => ({ default: module.IgnoreDialog })),
);

const route = getRouteApi("/shell/discovery");
const idOf = ({ id }: { id: number }) => String(id);
const NO_SELECTION: Selection = new Set();
const WHAT = ["observation", "observations"] as const;

const STATUSES = [
  { value: "", label: "Open" },
  { value: "acknowledged", label: "Acknowledged" },
  { value: "ignored", label: "Ignored" },
  { value: "resolved", label: "Resolved" },
  { value: "all", label: "All states" },
];

/** What the keys of a row do, to it or, where rows are selected, to these. */
const KEYS: Readonly<Record<string, BulkAction>> = { a: "apply", i: "ignore", r: "resolve" };
const SHOWN_KEYS: readonly Shortcut[] = [
  { keys: "a", label: "Apply the observation to the inventory", scope: "Table" },
  { keys: "i", label: "Ignore the observation", scope: "Table" },
  { keys: "r", label: "Resolve the observation", scope: "Table" },
];

/** What schedules noticed, to be settled one after the other or together. */
export function Observations() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(observationsQuery(search));
  const { data: schedules = [] } = useQuery(schedulesQuery());
  const change = (changes: Record<string, string>) =>
    void navigate({ search: (old) => parseDiscoverySearch({ ...old, id: undefined, ...changes }) });
  const isFiltered = [search.status, search.type, search.schedule].some((value) => value !== undefined);
  return (
    <>
      <div className={styles.toolbar} role="search" aria-label="Observations">
        <NativeSelect
          size="xs"
          aria-label="State"
          data={STATUSES}
          value={search.status ?? ""}
          onChange={({ currentTarget: { value: status } }) => change({ status })}
        />
        <NativeSelect
          size="xs"
          aria-label="Kind"
          data={[
            { value: "", label: "All kinds" },
            ...TYPES.map((value) => ({ value, label: TYPE_NAMES[value] })),
          ]}
          value={search.type ?? ""}
          onChange={({ currentTarget: { value: type } }) => change({ type })}
        />
        <NativeSelect
          size="xs"
          aria-label="Schedule"
          data={[
            { value: "", label: "All schedules" },
            ...schedules.map(({ id, name }) => ({ value: String(id), label: spellHidden(name) })),
          ]}
          value={String(search.schedule ?? "")}
          onChange={({ currentTarget: { value: schedule } }) => change({ schedule })}
        />
      </div>
      <QueryStates query={query} what="the observations" rows={8}>
        {(observations) =>
          observations.length === 0 ? (
            <EmptyState title={isFiltered ? "No observation of these" : "Nothing waits"}>
              {schedules.length === 0
                ? "Observations come from schedules, of which there are none yet. Make one under Schedules: each run is held against the inventory and against the runs before."
                : "What schedules notice is listed here: new devices, others that moved, changed or are gone, and addresses that two have."}
            </EmptyState>
          ) : (
            <Queue observations={observations} isFetching={query.isFetching} />
          )
        }
      </QueryStates>
    </>
  );
}

type Props = { observations: readonly Observation[]; isFetching: boolean };

function Queue({ observations, isFetching }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useShownShortcuts(SHOWN_KEYS);
  const [chosen, setChosen] = useState<Selection>(NO_SELECTION);
  const [ignoring, setIgnoring] = useState<readonly number[] | null>(null);
  const { mutate, error, isPending } = useTriage();
  const selection = useMemo(() => onlyShown(chosen, observations.map(idOf)), [chosen, observations]);
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const open = observations.find(({ id }) => id === search.id);
  const show = (id: number | undefined) => void navigate({ search: (old) => ({ ...old, id }) });
  const triage = (action: BulkAction, ids: readonly number[]) => {
    if (ids.length === 0) return;
    if (action === "ignore") return setIgnoring(ids);
    mutate(
      { observation_ids: [...ids], action, ignored_until: null, reason: null },
      { onSuccess: (result) => tell(action, result) },
    );
    setChosen(NO_SELECTION);
  };
  const selected = [...selection].map(Number);
  return (
    <>
      {error !== null && <ErrorStrip error={error} title="Cannot change the observations" />}
      <DataTable
        label="Observations"
        name="observations"
        rows={observations}
        columns={OBSERVATION_COLUMNS}
        rowId={idOf}
        rowLabel={({ summary }) => summary}
        sort={sort}
        onSort={(next) => void navigate({ search: (old) => ({ ...old, sort: printSort(next) }) })}
        onOpen={({ id }) => show(id)}
        openRowId={open === undefined ? undefined : idOf(open)}
        isFetching={isFetching}
        selection={selection}
        onSelection={setChosen}
        onRowKey={(key, { id }) => {
          const action = KEYS[key];
          if (action !== undefined) triage(action, selected.length > 0 ? selected : [id]);
        }}
      />
      {selected.length > 0 && (
        <div className={styles.bulk} role="toolbar" aria-label="Selected observations">
          <span>{formatCount(selected.length, WHAT)} selected</span>
          {(["apply", "acknowledge", "ignore", "resolve"] as const).map((action) => (
            <Button
              key={action}
              size="xs"
              variant="default"
              disabled={isPending}
              onClick={() => triage(action, selected)}
            >
              {ACTION_NAMES[action]}
            </Button>
          ))}
          <Button size="xs" variant="subtle" onClick={() => setChosen(NO_SELECTION)}>
            Clear selection
          </Button>
        </div>
      )}
      {open !== undefined && (
        <ObservationPanel
          observation={open}
          isBusy={isPending}
          onAction={(action) => triage(action, [open.id])}
          onClose={() => show(undefined)}
        />
      )}
      <Suspense>
        {ignoring !== null && (
          <IgnoreDialog
            ids={ignoring}
            onClose={() => {
              setIgnoring(null);
              setChosen(NO_SELECTION);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

export const ACTION_NAMES: Readonly<Record<BulkAction, string>> = {
  apply: "Apply",
  acknowledge: "Acknowledge",
  ignore: "Ignore",
  resolve: "Resolve",
  reopen: "Reopen",
};

const DONE_WORDS: Readonly<Record<BulkAction, string>> = {
  apply: "applied",
  acknowledge: "acknowledged",
  ignore: "ignored",
  resolve: "resolved",
  reopen: "open again",
};

type Result = { done: number; rows: readonly { error?: string | null }[] };

function tell(action: BulkAction, { done, rows }: Result): void {
  const refused = rows.find(({ error }) => error !== null && error !== undefined)?.error;
  const text = `${formatCount(done, WHAT)} ${DONE_WORDS[action]}`;
  if (refused === null || refused === undefined) toasts.tell(text);
  else toasts.tellError(`${text}; others not: ${refused}`);
}
