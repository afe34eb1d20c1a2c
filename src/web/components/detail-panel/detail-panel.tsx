import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { CloseIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import { usePhone } from "../screen/use-phone";
import { visible } from "../value/visible-text";
import styles from "./detail-panel.module.css";

const WIDTHS = { least: 320, usual: 480, most: 960, step: 32 };
const WIDTH_KEY = "netatlas-panel-width";
/** The one whose details are shown. */
const OPEN_ROW = ":is([role=row], [role=article])[aria-current=true]";
const LISTS = "[role=grid], [role=treegrid], [role=log]";

type Props = {
  title: ReactNode;
  onClose: () => void;
  /** Up and Down move the row behind the panel. */
  onStep?: (step: -1 | 1) => void;
  children: ReactNode;
};

/**
 * Details of a row beside its list, which stays usable: no dialog. Esc closes it and gives the focus back. On a phone
 * it covers the list.
 */
export function DetailPanel({ title, onClose, onStep, children }: Props) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  const row = useRef<HTMLElement | null>(null);
  const [width, setWidth] = useState(() => clamp(Number(localStorage.getItem(WIDTH_KEY) ?? WIDTHS.usual)));
  useEffect(() => {
    const opener = document.activeElement;
    const beside = panel.current?.parentElement;
    heading.current?.focus();
    return () => {
      // Who has gone elsewhere meanwhile stays there.
      if (document.activeElement === document.body) backFrom({ row: row.current, opener, beside });
    };
  }, []);
  useEffect(() => {
    row.current = panel.current?.parentElement?.querySelector<HTMLElement>(OPEN_ROW) ?? null;
  });
  const isPhone = usePhone();
  // What floats over the same page keeps clear of it.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--panel-room", `${width}px`);
    return () => void style.removeProperty("--panel-room");
  }, [width]);
  // A button that turns busy loses the focus to the page itself.
  const closeFromPage = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === "Escape" && event.target === document.body) onClose();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => closeFromPage(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const resize = (wanted: number) => {
    const next = clamp(wanted);
    setWidth(next);
    localStorage.setItem(WIDTH_KEY, String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
    const isOnHeading = event.target === heading.current;
    if (isOnHeading && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      onStep?.(event.key === "ArrowUp" ? -1 : 1);
    }
  };
  return (
    <aside
      ref={panel}
      className={styles.panel}
      style={{ width: isPhone ? "100%" : width }}
      aria-labelledby={headingId}
      onKeyDown={onKeyDown}
    >
      {!isPhone && <ResizeHandle width={width} onResize={resize} />}
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.title}>
          {visible(title)}
        </h2>
        <IconButton icon={CloseIcon} label="Close the details" onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

type Behind = { row: HTMLElement | null; opener: Element | null; beside: Element | null | undefined };

/** To the row whose details they were, in a table that has the keys of its rows; else to what had the focus, or the list. */
function backFrom({ row, opener, beside }: Behind): void {
  const list = beside?.querySelector(LISTS);
  const target = [row, opener, list].find((one) => one?.isConnected && one !== document.body);
  const grid = target?.closest("[role=grid]") ?? target;
  if (grid instanceof HTMLElement) grid.focus();
}

function clamp(width: number): number {
  return Math.min(WIDTHS.most, Math.max(WIDTHS.least, Number.isFinite(width) ? width : WIDTHS.usual));
}

function ResizeHandle({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") onResize(width + WIDTHS.step);
    if (key === "ArrowRight") onResize(width - WIDTHS.step);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onResize(innerWidth - event.clientX);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the details"
      aria-valuenow={Math.round(width)}
      aria-valuemin={WIDTHS.least}
      aria-valuemax={WIDTHS.most}
      className={styles.handle}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
