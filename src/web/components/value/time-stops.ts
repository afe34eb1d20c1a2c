/** What holds many times, of which one is a stop of the Tab key. */
const HOLDERS = "table, ul, ol";
const TIMES = "time[data-tip]";

/**
 * Makes a time that has come a stop of the Tab key, unless its table or list has one: a page of a hundred rows would have
 * a hundred. Gives what hands the stop over when it goes.
 */
export function joinStops(time: HTMLElement): (() => void) | undefined {
  const holder = time.closest(HOLDERS);
  if (holder === null) {
    time.tabIndex = 0;
    return undefined;
  }
  giveStop(holder);
  // When all that go with it are gone as well.
  return () => queueMicrotask(() => giveStop(holder));
}

function giveStop(holder: Element): void {
  const [first, ...others] = timesIn(holder);
  if (first !== undefined && [first, ...others].every(({ tabIndex }) => tabIndex !== 0)) first.tabIndex = 0;
}

/** The stop of its table or list is where the focus was last. */
export function takeStop(time: HTMLElement): void {
  const holder = time.closest(HOLDERS);
  if (holder === null) return;
  for (const other of timesIn(holder)) other.tabIndex = -1;
  time.tabIndex = 0;
}

/** The time to which an arrow key leads; undefined: to none. Up and down stay in a table's column. */
export function neighbourOf(time: HTMLElement, key: string): HTMLElement | undefined {
  const holder = time.closest(HOLDERS);
  if (holder === null) return undefined;
  const all = timesIn(holder);
  const isBack = key === "ArrowUp" || key === "ArrowLeft";
  if (!isBack && key !== "ArrowDown" && key !== "ArrowRight") return undefined;
  const isAlongColumn = key === "ArrowUp" || key === "ArrowDown";
  const wanted = isAlongColumn ? all.filter((other) => columnOf(other) === columnOf(time)) : all;
  return wanted[wanted.indexOf(time) + (isBack ? -1 : 1)];
}

/** Those of a table within a list, or of a list within a cell, are its own. */
function timesIn(holder: Element): HTMLElement[] {
  return [...holder.querySelectorAll<HTMLElement>(TIMES)].filter((time) => time.closest(HOLDERS) === holder);
}

function columnOf(time: HTMLElement): number {
  return time.closest<HTMLTableCellElement>("td, th")?.cellIndex ?? -1;
}
