import { Anchor, Button, NativeSelect, Switch } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { useMay, useMe } from "../../api/me";
import { StatusMark } from "../../components/badge/status-mark";
import { OperationProgress } from "../../components/operation/operation-progress";
import { isRunning, nameOf, outcomeOf, stateOf, type Operation } from "../../components/operation/words";
import { PageHead } from "../../components/page-head/page-head";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import styles from "./activity.module.css";
import { operationsQuery, useCancel } from "./api";
import { parseActivitySearch } from "./search";

const route = getRouteApi("/shell/activity");

const STATES = [
  { value: "", label: "All states" },
  { value: "running", label: "Running" },
  { value: "done", label: "Done" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
];

const OWNER: SimpleColumn<Operation> = {
  id: "owner",
  label: "By",
  cell: ({ username }) => username,
};

const columns = (
  seesAll: boolean,
  onCancel: (operation: Operation) => void,
): readonly SimpleColumn<Operation>[] => [
  { id: "what", label: "What", cell: (operation) => nameOf(operation) },
  ...(seesAll ? [OWNER] : []),
  { id: "state", label: "State", cell: (operation) => <StatusMark {...stateOf(operation)} /> },
  {
    id: "outcome",
    label: "Outcome",
    cell: (operation) =>
      isRunning(operation) ? <OperationProgress operation={operation} /> : outcomeOf(operation),
  },
  { id: "began", label: "Began", cell: ({ started_at: at }) => <TimeValue at={at} /> },
  { id: "ended", label: "Ended", cell: ({ ended_at: at }) => <TimeValue at={at} /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (operation) => <Action operation={operation} onCancel={onCancel} />,
  },
];

/** What leads to the result of those that give a file. */
const LINKS: Partial<Record<Operation["kind"], string>> = {
  report: "Report (PDF)",
  export: "Download",
  backup: "Download",
};

type ActionProps = { operation: Operation; onCancel: (operation: Operation) => void };

function Action({ operation, onCancel }: ActionProps) {
  const { id: me } = useMe();
  const { kind, result_link: link, is_cancel_requested: isAsked, user_id: owner } = operation;
  // What it gave is its owner's alone.
  if (link !== null && owner === me && !isRunning(operation))
    return <Anchor href={link}>{LINKS[kind] ?? "Whole result (JSON)"}</Anchor>;
  if (!isRunning(operation)) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Cancel ${nameOf(operation)}`}
      disabled={isAsked}
      onClick={() => onCancel(operation)}
    >
      Cancel
    </Button>
  );
}

/** What takes its time: what runs now, how far it is, and how the rest ended. */
function ActivityPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isSuperAdmin = useMay("superadmin");
  const query = useInfiniteQuery(operationsQuery(search));
  const { mutate, error } = useCancel();
  const seesAll = isSuperAdmin && search.own !== true;
  return (
    <>
      <PageHead title="Activity" meta="imports, scans, reports, exports and backups of the last 7 days" />
      <Section
        title={seesAll ? "Of all users" : "Yours"}
        hint="What runs shows how far it is. An import that is cancelled writes nothing."
        actions={
          <div className={styles.filters}>
            {isSuperAdmin && (
              <Switch
                label="Only mine"
                checked={search.own === true}
                onChange={({ currentTarget: { checked } }) =>
                  void navigate({ search: (old) => ({ ...old, own: checked || undefined }) })
                }
              />
            )}
            <NativeSelect
              size="xs"
              aria-label="State"
              data={STATES}
              value={search.state ?? ""}
              onChange={({ currentTarget: { value: state } }) =>
                void navigate({ search: ({ own }) => parseActivitySearch({ own, state }) })
              }
            />
          </div>
        }
      >
        {error !== null && <ErrorStrip error={error} title="Cannot cancel it" />}
        <QueryStates query={query} what="the operations" rows={5}>
          {({ pages }) => {
            const rows = pages.flatMap(({ operations }) => operations);
            return rows.length === 0 ? (
              <EmptyState title={search.state === undefined ? "Nothing yet" : "None in this state"}>
                Imports, scans and exports are listed here while they run, and for 7 days afterwards.
              </EmptyState>
            ) : (
              <SimpleTable
                label="Operations"
                columns={columns(seesAll, (operation) => mutate(operation))}
                rows={rows}
                rowId={({ id }) => id}
              />
            );
          }}
        </QueryStates>
        {query.hasNextPage && (
          <Button
            mt="md"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show earlier ones
          </Button>
        )}
      </Section>
    </>
  );
}

export const Route = createLazyRoute("/shell/activity")({ component: ActivityPage });
