import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import type { Beat } from "../../api/beats";
import { describeBeat, summariseBeats } from "./beats";
import { BEAT, beatAt, MAX_BEATS, shapesOf } from "./bar-shapes";
import styles from "./heartbeat-bar.module.css";
import { pointedBeat } from "./pointed-beat";

type Props = {
  /** Oldest first. */
  beats: readonly Beat[];
  /** What is checked. */
  label: string;
  /** How many there is room for; the newest are shown. */
  places?: number;
  /** Times the usual size. */
  scale?: number;
  /** In a grid, which has its own way to its cells: the id of the row, whose beats `stepBeat` goes through. */
  gridRow?: string;
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** The last checks as bars, each with its words by pointer and by keys: height and colour say what was found. */
export function HeartbeatBar({ beats, label, places = MAX_BEATS, scale = 1, gridRow }: Props) {
  const [own, setOwn] = useState<number>();
  const host = useRef<HTMLSpanElement>(null);
  const fromGrid = pointedBeat.useOf(gridRow);
  const pointed = own ?? (fromGrid === undefined ? undefined : beats.length - 1 - fromGrid);
  const first = Math.max(0, beats.length - places);
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const pixels = clientX - currentTarget.getBoundingClientRect().left;
    setOwn(beatAt(beats, { pixels, places, scale }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || beats.length === 0) return;
    event.preventDefault();
    const newest = beats.length - 1;
    setOwn(Math.min(newest, Math.max(first, (own ?? newest) + step)));
  };
  const beat = pointed === undefined ? undefined : beats[pointed];
  const left = (places - (beats.length - (pointed ?? 0))) * BEAT.pitch;
  return (
    <span
      ref={host}
      role="img"
      aria-label={`${label}. ${summariseBeats(beats)}`}
      tabIndex={gridRow === undefined ? 0 : undefined}
      className={styles.bar}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setOwn(undefined)}
      onFocus={() => setOwn((old) => old ?? (beats.length === 0 ? undefined : beats.length - 1))}
      onBlur={() => setOwn(undefined)}
      onKeyDown={gridRow === undefined ? onKeyDown : undefined}
    >
      <svg
        className={styles.svg}
        width={places * BEAT.pitch * scale}
        height={BEAT.height * scale}
        viewBox={`0 0 ${places * BEAT.pitch} ${BEAT.height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <rect className={styles.ground} y={BEAT.height - 1} width={places * BEAT.pitch - 1} height={1} />
        {shapesOf(beats, places).map(({ look, path }) => (
          <path key={look} className={styles[look]} d={path} />
        ))}
        {beat !== undefined && (
          <rect
            className={styles.cursor}
            x={left - 1}
            y={-1}
            width={BEAT.width + 2}
            height={BEAT.height + 2}
          />
        )}
      </svg>
      {beat !== undefined && (
        <Words host={host} left={(left + BEAT.width / 2) * scale} text={describeBeat(beat)} />
      )}
    </span>
  );
}

/** Between the words and the edge of the window (px). */
const EDGE = 8;

type WordsProps = { host: RefObject<HTMLElement | null>; left: number; text: string };

/** Above the beat, wherever the bar is: what scrolls or cuts around it does not cut its words. */
function Words({ host, left, text }: WordsProps) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [words, bar] = [box.current, host.current?.getBoundingClientRect()];
    if (words === null || bar === undefined) return;
    const half = words.offsetWidth / 2 + EDGE;
    words.style.left = `${Math.min(innerWidth - half, Math.max(half, bar.left + left))}px`;
    words.style.top = `${bar.top - 4}px`;
  }, [host, left, text]);
  return createPortal(
    <span ref={box} role="status" className={styles.words}>
      {text}
    </span>,
    document.body,
  );
}
