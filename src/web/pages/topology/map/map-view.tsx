import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { ErrorStrip } from "../../../components/states/error-state";
import { toasts } from "../../../components/toast/toasts";
import { useShortcut, useShownShortcuts, type Shortcut } from "../../../shell/shortcuts/registry";
import type { Network, Places } from "../../../workers/layout/network";
import type { Graph } from "../api";
import type { Emphasis, Hovered, TopologyMap } from "./create-map";
import { EditBar } from "../edit/edit-bar";
import { HoverCard } from "./hover-card";
import { LayoutMenu } from "../layouts/layout-menu";
import { MapCanvas } from "./map-canvas";
import { MapNotice } from "./map-notice";
import { nodeId, toLayoutNetwork, type MapNetwork } from "../network";
import type { PlaceChanges } from "../steps/map-steps";
import { placeOfNew, placesFor } from "./place-near";
import { printViewport } from "../search";
import { Toolbar, type Age, type Show } from "../toolbar";
import styles from "../topology.module.css";
import { Tray } from "./tray";
import { useArrangement } from "../layouts/use-arrangement";
import { useColouring } from "../colours/use-colouring";
import { useLinkTool } from "../edit/use-link-tool";
import type { MapLayout } from "../layouts/use-map-layout";
import { movesOf } from "../steps/moves";
import type { MapUndo } from "../steps/use-map-steps";
import { useWalk } from "./use-walk";
import { ViewControls } from "../controls/view-controls";

type Props = {
  graph: Graph;
  network: MapNetwork;
  layout: MapLayout;
  /** Puts devices elsewhere, and records nothing. */
  put: (changes: PlaceChanges) => void;
  undo: MapUndo;
  hits: ReadonlySet<string> | null;
  age: Age;
  show: Show;
};

const MAP_KEYS: readonly Shortcut[] = [
  { keys: "← → ↑ ↓", label: "Go to the next device", scope: "Map" },
  { keys: "Enter", label: "Open the device", scope: "Map" },
  { keys: "+ -", label: "Zoom in and out", scope: "Map" },
  { keys: "0", label: "Show all of the map", scope: "Map" },
];
const NO_HITS: ReadonlySet<string> = new Set();
const route = getRouteApi("/shell/topology");

/** The map with what floats over it. Nothing in here moves the window of the map but the person. */
export function MapView({ graph, network, layout, put, undo, hits, age, show }: Props) {
  const search = route.useSearch();
  const [map, setMap] = useState<TopologyMap | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const isEditing = search.edit === true;
  const by = search.by ?? "status";
  const { network: painted, entries } = useColouring(network, graph, by);
  const openId = search.id ?? null;
  const { places } = layout;
  const linkTool = useLinkTool(isEditing);
  const { history, steps } = undo;
  const move = (moved: Places) => {
    const moves = movesOf(moved, places);
    if (moves === undefined) return;
    put(moves.after);
    steps.moved(moves.before, moves.after);
  };
  const { arrangement, arrangeAgain } = useAutomaticPlaces({ network, layout, put, move, map });
  const unplaced = network.nodes.filter(({ id }) => places[id] === undefined);
  const open = (id: string) => {
    if (!linkTool.pick(id)) show({ id });
  };
  const walk = useWalk({ network, places, map, onOpen: open, onMove: isEditing ? move : undefined });
  const emphasis = useEmphasis({ hits, near: search.near, source: linkTool.source ?? walk.at });
  useShownShortcuts(MAP_KEYS);
  useShortcut({ keys: "e", label: "Edit the map", scope: "Topology" }, () =>
    show({ edit: isEditing ? undefined : true }),
  );
  const findNext = useNextHit({ hits, map, places, walkTo: walk.goTo });
  const place = (ids: readonly string[]) => move(placesFor(ids, network, places));
  return (
    <div className={styles.map}>
      <MapCanvas
        network={painted}
        places={places}
        at={search.at}
        openId={openId}
        emphasis={emphasis}
        isEditing={isEditing}
        onReady={setMap}
        onOpen={open}
        onGround={() => search.id !== undefined && show({ id: undefined })}
        onSelect={setSelected}
        onMove={move}
        onViewport={(viewport) => show({ at: printViewport(viewport) }, { replace: true })}
        onHover={setHovered}
        onKey={walk.onKey}
        spoken={linkTool.spoken ?? walk.spoken}
      />
      {hovered !== null && <HoverCard graph={graph} hovered={hovered} />}
      <div className={styles.top}>
        <div className={styles.floating}>
          {isEditing ? (
            <EditBar
              network={network}
              linkTool={linkTool}
              selected={selected}
              devices={graph.devices}
              steps={steps}
              onAdded={(device, body) => {
                if (map === null) return;
                const place = placeOfNew(device, { network, places, middle: map.middle() });
                put({ [nodeId(device.id)]: place });
                steps.deviceAdded(device.id, { body, place });
              }}
              onArrange={arrangeAgain}
              onDone={() => show({ edit: undefined })}
            />
          ) : (
            <Toolbar network={network} hits={hits} show={show} onNext={findNext}>
              <LayoutMenu layout={layout} show={show} onEdit={() => show({ edit: true })} />
            </Toolbar>
          )}
        </div>
        <MapNotice
          arrangement={arrangement}
          linkTool={linkTool}
          network={network}
          near={search.near}
          show={show}
        />
        {layout.error !== null && (
          <ErrorStrip error={layout.error} title="Cannot save the places" onRetry={layout.retry} />
        )}
        {age.error !== null && (
          <ErrorStrip error={age.error} title="Cannot renew the map" onRetry={age.retry} />
        )}
        {unplaced.length > 0 && arrangement.state === "idle" && <Tray nodes={unplaced} onPlace={place} />}
      </div>
      {map !== null && (
        <ViewControls
          map={map}
          network={network}
          age={age}
          history={history}
          by={by}
          entries={entries}
          onColour={(chosen) => show({ by: chosen === "status" ? undefined : chosen })}
          title={layout.opened?.name ?? "Network map"}
          onFit={() => {
            map.fit();
            show({ at: undefined }, { replace: true });
          }}
        />
      )}
      {linkTool.dialog({ devices: graph.devices, steps })}
    </div>
  );
}

/**
 * A map where no device has a place is arranged by itself, once; later only when somebody asks, and that can be undone.
 */
function useAutomaticPlaces({
  network,
  layout,
  put,
  move,
  map,
}: {
  network: MapNetwork;
  layout: MapLayout;
  put: (places: Places) => void;
  move: (places: Places) => void;
  map: TopologyMap | null;
}) {
  const { places } = layout;
  const [again, setAgain] = useState<Network | null>(null);
  const isBare = network.nodes.every(({ id }) => places[id] === undefined);
  const first = useMemo(() => (isBare ? toLayoutNetwork(network) : null), [isBare, network]);
  const arrangement = useArrangement(again ?? first, (arranged) => {
    setAgain(null);
    map?.fitSoon();
    if (again === null) return put(arranged);
    move(arranged);
    toasts.tell("The map was arranged anew", () => move(places));
  });
  return { arrangement, arrangeAgain: () => setAgain(toLayoutNetwork(network)) };
}

function useEmphasis({
  hits,
  near,
  source,
}: {
  hits: ReadonlySet<string> | null;
  near: number | undefined;
  source: string | null;
}): Emphasis {
  return useMemo(
    () => ({ hits: hits ?? NO_HITS, near: near === undefined ? null : nodeId(near), source }),
    [hits, near, source],
  );
}

/** Enter in the search goes from one device that was found to the next. */
function useNextHit({
  hits,
  map,
  places,
  walkTo,
}: {
  hits: ReadonlySet<string> | null;
  map: TopologyMap | null;
  places: Places;
  walkTo: (id: string) => void;
}): () => void {
  const [last, setLast] = useState<string | null>(null);
  return () => {
    const found = [...(hits ?? NO_HITS)].filter((id) => places[id] !== undefined);
    const next = found[(last === null ? -1 : found.indexOf(last)) + 1] ?? found[0];
    const place = places[next ?? ""];
    if (next === undefined || place === undefined) return;
    setLast(next);
    map?.zoomTo(place);
    walkTo(next);
  };
}
