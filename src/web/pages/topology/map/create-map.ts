import cytoscape, { type Core } from "cytoscape";
import type { Place, Places } from "../../../workers/layout/network";
import { FARTHEST, fit } from "./fit";
import { drawDetails } from "./draw-details";
import { deviceNames, emphasisStyle, mapStyle } from "./map-style";
import type { Colors } from "./node-image";
import { takePicture, type PictureFrame } from "../controls/picture";
import type { Viewport } from "../search";
import { keepSiteNamesLegible } from "./site-names";
import { syncElements, type Drawn } from "./sync-elements";

export type Emphasis = {
  hits: ReadonlySet<string>;
  near: string | null;
  source: string | null;
};

export type MapEvents = {
  onOpen: (id: string) => void;
  onGround: () => void;
  onSelect: (ids: readonly string[]) => void;
  onMove: (places: Places) => void;
  onViewport: (viewport: Viewport) => void;
  /** The mouse rests on a device that lies there on the screen; null: on none. */
  onHover: (hovered: Hovered | null) => void;
};

export type Hovered = { id: string; x: number; y: number };

/** What is drawn, in coordinates of the map; for the minimap. */
export type Overview = {
  places: readonly Place[];
  window: { x1: number; y1: number; x2: number; y2: number };
};

export type TopologyMap = ReturnType<typeof createMap>;

const ZOOM_STEP = 1.4;
const READABLE_ZOOM = 0.8;
/** Above so many nodes the others are not faded: that repaints each of them. */
const MAX_FADED = 1000;
const VIEWPORT_MS = 500;
/** From so many elements on a fine screen is drawn as a picture while it is dragged. */
const MANY = 1000;

/** The canvas with its own life: React tells it what to draw and hears what the person did. */
export function createMap(
  container: HTMLElement,
  { events, colors, isLarge }: { events: MapEvents; colors: Colors; isLarge: (atLeast: number) => boolean },
) {
  const core = cytoscape({
    container,
    style: screenStyle(colors),
    minZoom: FARTHEST,
    maxZoom: 4,
    boxSelectionEnabled: true,
    autoungrabify: true,
    textureOnViewport: devicePixelRatio > 1 && isLarge(MANY),
  });
  const siteNames = keepSiteNamesLegible(core);
  const details = drawDetails(core, container, colors);
  let drawnColors = colors;
  let isFitDue = true;
  listen(core, events);
  return {
    draw(drawn: Drawn) {
      if (drawn.colors !== drawnColors) {
        core.style(screenStyle(drawn.colors));
        details.setColors(drawn.colors);
      }
      drawnColors = drawn.colors;
      const shown = drawn.network.nodes.flatMap(({ id }) => drawn.places[id] ?? []);
      if (isFitDue && shown.length > 0) {
        isFitDue = false;
        core.viewport(fit(shown, { width: core.width(), height: core.height() }));
      }
      syncElements(core, { ...drawn, siteNameSize: siteNames.size() });
    },
    /** When the next change is drawn, all of it is shown. */
    fitSoon() {
      isFitDue = true;
    },
    fit() {
      const places = core.nodes("[!isBox]").map((node) => node.position());
      if (places.length > 0) core.viewport(fit(places, { width: core.width(), height: core.height() }));
    },
    zoom: (way: 1 | -1) => zoomAround(core, core.zoom() * ZOOM_STEP ** way),
    show({ x, y, zoom }: Viewport) {
      isFitDue = false;
      core.viewport({ zoom, pan: { x, y } });
    },
    /** Moves the window only where the node is out of it. */
    reveal: (id: string) => reveal(core, id),
    /** So near that the device there and its neighbours can be read. */
    zoomTo: ({ x, y }: Place) => {
      const zoom = Math.max(core.zoom(), READABLE_ZOOM);
      core.viewport({ zoom, pan: { x: core.width() / 2 - x * zoom, y: core.height() / 2 - y * zoom } });
    },
    centreOn: ({ x, y }: Place) => {
      const zoom = core.zoom();
      core.pan({ x: core.width() / 2 - x * zoom, y: core.height() / 2 - y * zoom });
    },
    /** The middle of what is seen, in coordinates of the map. */
    middle(): Place {
      const { x1, x2, y1, y2 } = core.extent();
      return { x: Math.round((x1 + x2) / 2), y: Math.round((y1 + y2) / 2) };
    },
    allowMoving: (isAllowed: boolean) => void core.autoungrabify(!isAllowed),
    select(id: string | null) {
      core.batch(() => {
        core.elements(":selected").forEach((element) => void (element.id() === id || element.unselect()));
        if (id !== null) core.getElementById(id).select();
      });
    },
    emphasise(emphasis: Emphasis) {
      emphasise(core, emphasis);
      details.renew();
    },
    /** All of the map without what is selected or found, below a title and above a legend. */
    async picture(frame: PictureFrame): Promise<Blob> {
      core.style([...mapStyle(drawnColors), ...deviceNames(drawnColors)]);
      try {
        return await takePicture(core, drawnColors, frame);
      } finally {
        core.style(screenStyle(drawnColors));
      }
    },
    overview(): Overview {
      return {
        places: core.nodes("[!isBox]").map((node) => ({ ...node.position() })),
        window: core.extent(),
      };
    },
    onChange(listener: () => void) {
      core.on("viewport add remove position", listener);
      return () => void core.off("viewport add remove position", listener);
    },
    resize: () => void core.resize(),
    destroy() {
      details.destroy();
      core.destroy();
    },
  };
}

function screenStyle(colors: Colors) {
  return [...mapStyle(colors), ...emphasisStyle(colors)];
}

function listen(core: Core, events: MapEvents): void {
  core.on("tap", ({ target }) => {
    if (target === core) events.onGround();
    else if (!target.data("isBox")) events.onOpen(target.id());
  });
  core.on(
    "select unselect",
    inOneGo(() => events.onSelect(core.nodes("[!isBox]:selected").map((node) => node.id()))),
  );
  core.on(
    "dragfree",
    inOneGo(() => events.onMove(allPlaces(core))),
  );
  core.on("mouseover", "node[!isBox]", ({ target }) => {
    const { x, y } = target.renderedPosition();
    events.onHover({ id: target.id(), x, y });
  });
  core.on("mouseout", "node[!isBox]", () => events.onHover(null));
  core.on("viewport grab", () => events.onHover(null));
  let timer: ReturnType<typeof setTimeout> | undefined;
  core.on("dragpan scrollzoom pinchzoom", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!core.destroyed()) events.onViewport({ ...core.pan(), zoom: core.zoom() });
    }, VIEWPORT_MS);
  });
}

/** Many nodes that are moved or selected at once are told as one. */
function inOneGo(run: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      run();
    });
  };
}

function allPlaces(core: Core): Places {
  return Object.fromEntries(
    core.nodes("[!isBox]").map((node) => {
      const { x, y } = node.position();
      return [node.id(), { x: Math.round(x), y: Math.round(y) }];
    }),
  );
}

function zoomAround(core: Core, zoom: number): void {
  core.zoom({ level: zoom, renderedPosition: { x: core.width() / 2, y: core.height() / 2 } });
}

const MARGIN = 60;

function reveal(core: Core, id: string): void {
  const node = core.getElementById(id);
  if (node.empty() || !node.isNode()) return;
  const { x, y } = node.renderedPosition();
  const isSeen = x > MARGIN && x < core.width() - MARGIN && y > MARGIN && y < core.height() - MARGIN;
  if (!isSeen) core.panBy({ x: core.width() / 2 - x, y: core.height() / 2 - y });
}

function emphasise(core: Core, { hits, near, source }: Emphasis): void {
  core.batch(() => {
    core.elements(".hit, .near, .far, .source").removeClass("hit near far source");
    for (const id of hits) core.getElementById(id).addClass("hit");
    if (source !== null) core.getElementById(source).addClass("source");
    const centre = core.getElementById(near ?? "");
    if (centre.empty()) return;
    const shown = centre.closedNeighborhood();
    shown.addClass("near");
    if (core.nodes().length <= MAX_FADED)
      core.elements("edge, node[!isBox]").difference(shown).addClass("far");
  });
}
