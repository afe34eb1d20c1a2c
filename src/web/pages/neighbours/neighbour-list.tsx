import { NativeSelect, TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../api/me";
import { useCorrection, useKeepLink, type Neighbour } from "../../api/neighbours";
import { More } from "../../components/more/more";
import { Can } from "../../components/permission/can";
import { SimpleTable } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { neighboursQuery } from "./api";
import { neighbourColumns } from "./columns";
import styles from "./neighbours.module.css";
import { parseNeighboursSearch } from "./search";

const MatchDialog = lazy(() => import("./match-dialog").then((module) => ({ default: module.MatchDialog })));

const route = getRouteApi("/shell/neighbours");

const STATES = [
  { value: "", label: "All but dismissed" },
  { value: "suggested", label: "Links to keep" },
  { value: "unmatched", label: "No device of the inventory" },
  { value: "linked", label: "Linked" },
  { value: "lost", label: "Not heard any more" },
  { value: "dismissed", label: "Dismissed" },
];

/** The neighbours, and what can be done with each. */
export function NeighbourList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(neighboursQuery(search));
  const [matching, setMatching] = useState<Neighbour | null>(null);
  const keep = useKeepLink();
  const correction = useCorrection();
  const mayCorrect = useMay("tools_active");
  const mayLink = useMay("topology_write");
  const change = (changes: Record<string, string>, replace = false) =>
    void navigate({ search: (old) => parseNeighboursSearch({ ...old, ...changes }), replace });
  const isFiltered = search.state !== undefined || search.q !== undefined;
  const onKeep = ({ id }: Neighbour) => keep.mutate(id);
  const onDismiss = ({ id, dismissed }: Neighbour) =>
    correction.mutate({ neighbourId: id, changes: { dismissed: !dismissed } });
  const columns = neighbourColumns({
    ...(mayLink && { onKeep }),
    ...(mayCorrect && { onDismiss, onMatch: setMatching }),
  });
  return (
    <>
      <div className={styles.filters}>
        <TextInput
          size="xs"
          label="Find"
          placeholder="name, port, address"
          value={search.q ?? ""}
          onChange={({ currentTarget: { value: q } }) => change({ q }, true)}
        />
        <NativeSelect
          size="xs"
          label="Show"
          data={STATES}
          value={search.state ?? ""}
          onChange={({ currentTarget: { value: state } }) => change({ state })}
        />
      </div>
      {keep.error !== null && <ErrorStrip error={keep.error} title="Cannot make the link" />}
      {correction.error !== null && (
        <ErrorStrip error={correction.error} title="Cannot change the neighbour" />
      )}
      <QueryStates query={query} what="the neighbours" rows={8}>
        {({ pages }) => {
          const rows = pages.flatMap(({ neighbours }) => neighbours);
          return rows.length === 0 ? (
            <NoNeighbours isFiltered={isFiltered} />
          ) : (
            <SimpleTable label="Neighbours" columns={columns} rows={rows} rowId={({ id }) => id} isFramed />
          );
        }}
      </QueryStates>
      <More query={query} />
      <Suspense>
        {matching !== null && <MatchDialog neighbour={matching} onClose={() => setMatching(null)} />}
      </Suspense>
    </>
  );
}

function NoNeighbours({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="None of these" />;
  return (
    <EmptyState
      title="No neighbours yet"
      action={
        <Can do="superadmin">
          <Link to="/administration/snmp-profiles">SNMP profiles</Link>
        </Can>
      }
    >
      Devices with an SNMP profile can be asked what they have heard by LLDP and CDP. The profile is chosen in
      a device’s form, or for many at once in the inventory.
    </EmptyState>
  );
}
