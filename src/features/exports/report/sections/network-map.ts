import { stateMark } from "../charts/state-mark";
import type { Content, Shape } from "../content";
import type { NetworkMap, WatchState } from "../data";
import { counted, shorten } from "../format";
import { note, section, stateWord, together, type Page } from "../parts";
import { COLORS, SIZES } from "../theme";

/** Height of the drawing, of its width. */
const SHARES = { least: 0.35, most: 1.15 };
const EDGE = 24;
/** Names of more devices than that would cover each other. */
const MAX_NAMED = 90;
const NAME_WIDTH = 70;
const NAME_LENGTH = 22;

/** The map as its layout was saved; nothing where nobody has saved one. */
export function networkMap({ data: { map }, clock, width }: Page): Content[] {
  if (map === null || map.devices.length === 0) return [];
  const { height, devices: placed } = place(map, width);
  const count = placed.length;
  const radius = Math.max(1.6, Math.min(5, 60 / Math.sqrt(count)));
  const isNamed = count <= MAX_NAMED;
  const states = [...new Set(placed.map(({ state }) => state))];
  const links = map.links.flatMap(({ from, to }): Shape[] => {
    const [one, other] = [placed[from], placed[to]];
    if (one === undefined || other === undefined) return [];
    return [
      { type: "line", x1: one.x, y1: one.y, x2: other.x, y2: other.y, lineWidth: 0.5, lineColor: "#a9b2bd" },
    ];
  });
  const room: Shape = {
    type: "rect",
    x: 0,
    y: 0,
    w: width,
    h: height,
    lineColor: COLORS.hairline,
    lineWidth: 0.5,
  };
  const marks = placed.flatMap(({ x, y, state }) => stateMark(state, { x, y, radius }));
  const names = isNamed ? placed.map((device) => nameOf(device, { radius, width, height })) : [];
  const about = [
    map.name === null ? "A working layout" : `The layout ${shorten(map.name, 80)}`,
    `, changed ${clock.time(map.savedMs)}: ${counted(count, "device")} and ${counted(map.links.length, "link")}`,
    map.left > 0 ? `, without ${counted(map.left, "more device")}` : "",
    isNamed ? "." : ". So many devices are drawn without their names.",
  ];
  const drawing = together({ canvas: [room, ...links, ...marks] }, ...names);
  return section("Map", [drawing, stateLegend(states), note(about.join(""))], { isOnNewPage: true });
}

/** The places, moved and scaled so that they fill the width or the greatest height, in their own proportions. */
function place({ devices }: NetworkMap, width: number): { height: number; devices: NetworkMap["devices"] } {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of devices) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  const [spanX, spanY] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const most = { width: width - 2 * EDGE, height: width * SHARES.most - 2 * EDGE };
  const fitting = Math.min(
    spanX > 0 ? most.width / spanX : Infinity,
    spanY > 0 ? most.height / spanY : Infinity,
  );
  const scale = Number.isFinite(fitting) ? fitting : 1;
  const height = Math.max(width * SHARES.least, spanY * scale + 2 * EDGE);
  return {
    height,
    devices: devices.map((device) => ({
      ...device,
      x: width / 2 + (device.x - (bounds.left + spanX / 2)) * scale,
      y: height / 2 + (device.y - (bounds.top + spanY / 2)) * scale,
    })),
  };
}

function nameOf(
  { x, y, name }: NetworkMap["devices"][number],
  { radius, width, height }: { radius: number; width: number; height: number },
): Content {
  const left = Math.max(1, Math.min(width - NAME_WIDTH - 1, x - NAME_WIDTH / 2));
  return {
    columns: [
      {
        width: NAME_WIDTH,
        text: shorten(name, NAME_LENGTH),
        fontSize: SIZES.caption - 2,
        alignment: "center",
        color: COLORS.text,
        noWrap: true,
      },
    ],
    relativePosition: { x: left, y: y + radius + 1 - height },
  };
}

function stateLegend(states: readonly WatchState[]): Content {
  return {
    margin: [0, 6, 0, 0],
    columnGap: 12,
    columns: states.map((state) => ({
      width: "auto",
      columnGap: 0,
      columns: [
        { width: 10, canvas: stateMark(state, { x: 3, y: 5.5, radius: 2.6 }) },
        { width: "auto", text: stateWord(state), fontSize: SIZES.caption, color: COLORS.dimmed },
      ],
    })),
  };
}
