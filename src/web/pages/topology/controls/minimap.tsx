import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, type PointerEvent } from "react";
import { COLORS } from "../../../theme/tokens";
import type { TopologyMap, Overview } from "../map/create-map";
import styles from "../topology.module.css";

const SIZE = { width: 200, height: 140, margin: 8 };
const DOT = 2;

type Frame = { scale: number; left: number; top: number };

/** All of the map at a glance, and where the window is. A help for the pointer: the keyboard has "show all". */
export function Minimap({ map }: { map: TopologyMap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<Frame>({ scale: 1, left: 0, top: 0 });
  const colors = COLORS[useComputedColorScheme()];
  useEffect(() => {
    let request = 0;
    const draw = () => {
      request = 0;
      const overview = map.overview();
      frame.current = frameOf(overview);
      const context = canvas.current?.getContext("2d");
      if (context) paint(context, { overview, frame: frame.current, colors });
    };
    const drawSoon = () => {
      if (request === 0) request = requestAnimationFrame(draw);
    };
    draw();
    const stop = map.onChange(drawSoon);
    return () => {
      stop();
      cancelAnimationFrame(request);
    };
  }, [map, colors]);
  const go = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    const { scale, left: x, top: y } = frame.current;
    map.centreOn({ x: (clientX - left) / scale + x, y: (clientY - top) / scale + y });
  };
  return (
    <div className={styles.floating} aria-hidden>
      <canvas
        ref={canvas}
        className={styles.minimap}
        width={SIZE.width}
        height={SIZE.height}
        onPointerDown={go}
        onPointerMove={go}
      />
    </div>
  );
}

/** The map and the window, so that both are always seen. */
function frameOf({ places, window: { x1, y1, x2, y2 } }: Overview): Frame {
  const [xs, ys] = [
    [...places.map(({ x }) => x), x1, x2],
    [...places.map(({ y }) => y), y1, y2],
  ];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const scale = Math.min(
    (SIZE.width - 2 * SIZE.margin) / Math.max(1, Math.max(...xs) - left),
    (SIZE.height - 2 * SIZE.margin) / Math.max(1, Math.max(...ys) - top),
    1,
  );
  const [middle, half] = [
    { x: (left + Math.max(...xs)) / 2, y: (top + Math.max(...ys)) / 2 },
    { x: SIZE.width / 2 / scale, y: SIZE.height / 2 / scale },
  ];
  return { scale, left: middle.x - half.x, top: middle.y - half.y };
}

function paint(
  context: CanvasRenderingContext2D,
  { overview, frame, colors }: { overview: Overview; frame: Frame; colors: { dimmed: string; link: string } },
): void {
  const { scale, left, top } = frame;
  const { x1, y1, x2, y2 } = overview.window;
  context.clearRect(0, 0, SIZE.width, SIZE.height);
  context.fillStyle = colors.dimmed;
  for (const { x, y } of overview.places)
    context.fillRect((x - left) * scale - DOT / 2, (y - top) * scale - DOT / 2, DOT, DOT);
  context.strokeStyle = colors.link;
  context.lineWidth = 1.5;
  context.strokeRect((x1 - left) * scale, (y1 - top) * scale, (x2 - x1) * scale, (y2 - y1) * scale);
}
