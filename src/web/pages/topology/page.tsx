import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { groupsQuery, sitesQuery } from "../../api/inventory";
import { useMay } from "../../api/me";
import { suggestionsQuery, type Suggestion } from "../../api/neighbours";
import { ErrorState } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import { deviceStandingsQuery } from "../../api/standings";
import { graphQuery, layoutsQuery, withStandings } from "./api";
import { buildNetwork } from "./network";
import { TopologyView } from "./topology-view";

const NO_SUGGESTIONS: readonly Suggestion[] = [];

function TopologyPage() {
  const stored = useQuery(graphQuery());
  const standings = useQuery(deviceStandingsQuery());
  const sites = useQuery(sitesQuery());
  const groups = useQuery(groupsQuery());
  const layouts = useQuery(layoutsQuery());
  const mayKnow = useMay("tools_passive");
  const { data: suggestions = NO_SUGGESTIONS } = useQuery({ ...suggestionsQuery(), enabled: mayKnow });
  // Without them the map is drawn all the same, by what the devices themselves say.
  const graph = useMemo(
    () =>
      stored.data &&
      (standings.data === undefined ? stored.data : withStandings(stored.data, standings.data.byId)),
    [stored.data, standings.data],
  );
  const network = useMemo(
    () =>
      graph === undefined || sites.data === undefined || groups.data === undefined
        ? undefined
        : buildNetwork({ ...graph, suggestions }, { sites: sites.data, groups: groups.data }),
    [graph, suggestions, sites.data, groups.data],
  );
  if (graph !== undefined && network !== undefined && layouts.data !== undefined) {
    return (
      <TopologyView
        graph={graph}
        suggestions={suggestions}
        network={network}
        layouts={layouts.data}
        age={{
          updatedAt: Math.min(stored.dataUpdatedAt, standings.dataUpdatedAt || stored.dataUpdatedAt),
          error: stored.error ?? standings.error,
          retry: () => void Promise.all([stored.refetch(), standings.refetch()]),
        }}
      />
    );
  }
  const all = [stored, sites, groups, layouts];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => {
    for (const query of all) if (query.error !== null) void query.refetch();
  };
  return error === null ? (
    <Loading what="the map" rows={16} />
  ) : (
    <ErrorState error={error} title="Cannot load the map" onRetry={retry} />
  );
}

export const Route = createLazyRoute("/shell/topology")({ component: TopologyPage });
