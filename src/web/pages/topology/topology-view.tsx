import { Button } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useMay } from "../../api/me";
import type { Suggestion } from "../../api/neighbours";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import type { Graph, Layout } from "./api";
import { matches } from "./device-facts";
import { nodeId, type MapNetwork } from "./network";
import { AgeText, Toolbar, type Age } from "./toolbar";
import styles from "./topology.module.css";
import type { TopologySearch } from "./search";
import type { PlaceChanges } from "./steps/map-steps";
import { useMapLayout } from "./layouts/use-map-layout";
import { withChanges } from "./steps/moves";
import { useMapSteps } from "./steps/use-map-steps";

/** Beside the map, not before it: their forms are as big as the rest of the page. */
const AddDeviceDialog = lazy(() =>
  import("./edit/add-device-dialog").then((module) => ({ default: module.AddDeviceDialog })),
);
const ThingPanel = lazy(() =>
  import("./panel/thing-panel").then((module) => ({ default: module.ThingPanel })),
);
const MapView = lazy(() => import("./map/map-view").then((module) => ({ default: module.MapView })));
const TopologyTable = lazy(() =>
  import("./topology-table").then((module) => ({ default: module.TopologyTable })),
);

const route = getRouteApi("/shell/topology");

type Props = {
  graph: Graph;
  suggestions: readonly Suggestion[];
  network: MapNetwork;
  layouts: readonly Layout[];
  age: Age;
};

/** The map or its table, with what is open beside it. */
export function TopologyView({ graph, suggestions, network, layouts, age }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const layout = useMapLayout(layouts, search.layout);
  const [isAdding, setIsAdding] = useState(false);
  const hits = useHits(graph, search.q);
  const show = (change: TopologySearch, { replace = false } = {}) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace });
  const put = (changes: PlaceChanges) => {
    layout.move(withChanges(layout.places, changes), layout.opened ?? layout.basis);
    if (search.layout !== undefined) show({ layout: undefined }, { replace: true });
  };
  const undo = useMapSteps(put);
  if (graph.devices.length === 0) {
    return (
      <>
        <h1 className={styles.hidden}>Topology</h1>
        <EmptyMap onAdd={() => setIsAdding(true)} />
        <Suspense>
          {isAdding && (
            <AddDeviceDialog onClose={() => setIsAdding(false)} onAdded={() => setIsAdding(false)} />
          )}
        </Suspense>
      </>
    );
  }
  return (
    <div className={styles.view}>
      <h1 className={styles.hidden}>Topology</h1>
      {search.view === undefined ? (
        <Suspense fallback={<Loading what="the map" rows={16} />}>
          <MapView {...{ graph, network, layout, put, undo, hits, age, show }} />
        </Suspense>
      ) : (
        <>
          <Toolbar network={network} hits={hits} show={show}>
            <AgeText age={age} />
          </Toolbar>
          {age.error !== null && (
            <ErrorStrip error={age.error} title="Cannot renew the map" onRetry={age.retry} />
          )}
          <Suspense fallback={<Loading what="the table" rows={16} />}>
            <TopologyTable graph={graph} view={search.view} show={show} />
          </Suspense>
        </>
      )}
      <Suspense>
        {search.id !== undefined && (
          <ThingPanel graph={graph} suggestions={suggestions} id={search.id} steps={undo.steps} show={show} />
        )}
      </Suspense>
    </div>
  );
}

/** The nodes that the search text finds; null: nothing is searched. */
function useHits({ devices }: Graph, text: string | undefined): ReadonlySet<string> | null {
  return useMemo(
    () =>
      text === undefined
        ? null
        : new Set(devices.filter((device) => matches(device, text)).map(({ id }) => nodeId(id))),
    [devices, text],
  );
}

function EmptyMap({ onAdd }: { onAdd: () => void }) {
  const mayWrite = useMay("topology_write");
  return (
    <EmptyState
      title="The map is empty"
      action={
        mayWrite && (
          <div className={styles.actions}>
            <Button size="xs" onClick={onAdd}>
              Add device
            </Button>
            <Link to="/discovery">Scan a network</Link>
            <Link to="/inventory/import">Import devices from a file</Link>
          </div>
        )
      }
    >
      {mayWrite
        ? "Add the first devices by hand, find them by a scan, or import them from a file. They appear here, and links between them are drawn in the edit mode."
        : "There are no devices yet. Who has the permission “topology_write” can add or import them."}
    </EmptyState>
  );
}
