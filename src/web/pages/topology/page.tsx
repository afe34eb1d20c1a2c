import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { groupsQuery, sitesQuery } from "../../api/inventory";
import { ErrorState } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import { graphQuery, layoutsQuery } from "./api";
import { buildNetwork } from "./network";
import { TopologyView } from "./topology-view";

function TopologyPage() {
  const graph = useQuery(graphQuery());
  const sites = useQuery(sitesQuery());
  const groups = useQuery(groupsQuery());
  const layouts = useQuery(layoutsQuery());
  const network = useMemo(
    () =>
      graph.data === undefined || sites.data === undefined || groups.data === undefined
        ? undefined
        : buildNetwork(graph.data, { sites: sites.data, groups: groups.data }),
    [graph.data, sites.data, groups.data],
  );
  if (graph.data !== undefined && network !== undefined && layouts.data !== undefined) {
    return (
      <TopologyView
        graph={graph.data}
        network={network}
        layouts={layouts.data}
        age={{ updatedAt: graph.dataUpdatedAt, error: graph.error, retry: () => void graph.refetch() }}
      />
    );
  }
  const all = [graph, sites, groups, layouts];
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
