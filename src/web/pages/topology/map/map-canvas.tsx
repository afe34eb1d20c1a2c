import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
import type { Places } from "../../../workers/layout/network";
import { COLORS } from "../../../theme/tokens";
import { createMap, type Emphasis, type MapEvents, type TopologyMap } from "./create-map";
import styles from "./map-canvas.module.css";
import type { MapNetwork } from "../network";
import { parseViewport } from "../search";

type Props = MapEvents & {
  network: MapNetwork;
  places: Places;
  /** The window at first; absent: all of the map. */
  at: string | undefined;
  openId: string | null;
  emphasis: Emphasis;
  isEditing: boolean;
  onReady: (map: TopologyMap | null) => void;
  onKey: (event: KeyboardEvent) => void;
  /** What the keyboard stands on, spoken. */
  spoken: string;
};

/** The canvas of the map. It redraws by differences, and its window moves only when somebody moves it. */
export function MapCanvas(props: Props) {
  const { network, places, openId, emphasis, isEditing, onReady, onKey, spoken } = props;
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<TopologyMap | null>(null);
  const colors = COLORS[useComputedColorScheme()];
  const tell = useEffectEvent((use: (events: MapEvents) => void) => use(props));
  const create = useEffectEvent((element: HTMLElement) => {
    const events: MapEvents = {
      onOpen: (id) => tell((to) => to.onOpen(id)),
      onGround: () => tell((to) => to.onGround()),
      onSelect: (ids) => tell((to) => to.onSelect(ids)),
      onMove: (moved) => tell((to) => to.onMove(moved)),
      onViewport: (viewport) => tell((to) => to.onViewport(viewport)),
      onHover: (hovered) => tell((to) => to.onHover(hovered)),
    };
    const isLarge = (atLeast: number) => network.nodes.length + network.links.length > atLeast;
    const made = createMap(element, { events, colors, isLarge });
    const window = parseViewport(props.at);
    if (window !== undefined) made.show(window);
    made.draw({ network, places, colors });
    // A link to a device shows it, and not only its panel.
    const place = places[openId ?? ""];
    if (window === undefined && place !== undefined) made.zoomTo(place);
    return made;
  });
  useEffect(() => {
    if (container.current === null) return;
    const made = create(container.current);
    setMap(made);
    onReady(made);
    return () => {
      onReady(null);
      made.destroy();
    };
  }, [onReady]);
  useEffect(() => map?.draw({ network, places, colors }), [map, network, places, colors]);
  useEffect(() => map?.allowMoving(isEditing), [map, isEditing]);
  useEffect(() => map?.select(openId), [map, openId]);
  useEffect(() => map?.emphasise(emphasis), [map, emphasis, network, places]);
  return (
    <>
      {/* The library would write a style of its own, which our policy refuses. */}
      <template id="__________cytoscape_stylesheet" />
      <div
        ref={container}
        className={styles.canvas}
        role="application"
        aria-roledescription="map"
        aria-label="Network map. Arrow keys walk from device to device, Enter opens, plus and minus zoom, 0 shows all."
        tabIndex={0}
        data-testid="map"
        onKeyDown={onKey}
      />
      <div role="status" className={styles.spoken}>
        {spoken}
      </div>
    </>
  );
}
