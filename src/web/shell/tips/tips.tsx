import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { placeTip } from "./place-tip";
import styles from "./tips.module.css";

/** So that a pointer on its way elsewhere shows none. */
const DELAY_MS = 300;
const ID = "tip";

/**
 * Shows what `data-tip` says of the thing under the pointer or with the focus: one for all of the page, in the
 * browser's top layer. Esc takes it away.
 */
export function Tips() {
  const [thing, setThing] = useState<HTMLElement>();
  useEffect(() => listen(setThing), []);
  return thing === undefined ? null : <Tip key={thing.dataset["tip"]} thing={thing} />;
}

function Tip({ thing }: { thing: HTMLElement }) {
  const box = useRef<HTMLDivElement>(null);
  const text = thing.dataset["tip"] ?? "";
  useLayoutEffect(() => {
    const tip = box.current;
    if (tip === null) return;
    tip.showPopover();
    const place = placeTip(thing.getBoundingClientRect(), tip.getBoundingClientRect(), {
      width: innerWidth,
      height: innerHeight,
      side: thing.dataset["tipSide"],
    });
    Object.assign(tip.style, { left: `${place.left}px`, top: `${place.top}px` });
  }, [thing]);
  useEffect(() => {
    // What is only the thing's name is not to be heard twice.
    if (thing.getAttribute("aria-label") === text) return;
    thing.setAttribute("aria-describedby", ID);
    return () => thing.removeAttribute("aria-describedby");
  }, [thing, text]);
  return (
    <div ref={box} id={ID} role="tooltip" popover="manual" className={styles.tip}>
      {text}
    </div>
  );
}

/** Tells which thing's tip is to be shown; undefined: none. Gives what ends it. */
function listen(tell: (thing: HTMLElement | undefined) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let wanted: HTMLElement | undefined;
  let isTakenAway = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showSoon = () => {
    clearTimeout(timer);
    tell(undefined);
    const thing = wanted;
    if (thing !== undefined) timer = setTimeout(() => thing.isConnected && tell(thing), DELAY_MS);
  };
  const want = (thing: HTMLElement | undefined) => {
    if (thing === wanted) return;
    wanted = thing;
    isTakenAway = false;
    showSoon();
  };
  const hide = () => {
    isTakenAway = true;
    clearTimeout(timer);
    tell(undefined);
  };
  document.addEventListener(
    "pointerover",
    ({ target }) => want(tipped(target) ?? tipped(document.activeElement)),
    { signal },
  );
  document.addEventListener("focusin", ({ target }) => want(tipped(target)), { signal });
  document.addEventListener("focusout", () => want(undefined), { signal });
  document.documentElement.addEventListener("pointerleave", () => want(undefined), { signal });
  document.addEventListener("pointerdown", ({ pointerType }) => pointerType !== "touch" && hide(), {
    signal,
  });
  document.addEventListener("keydown", ({ key }) => (key === "Escape" || key === "Enter") && hide(), {
    signal,
  });
  // What is scrolled leaves its tip behind, and has it again when it rests.
  document.addEventListener("scroll", () => !isTakenAway && showSoon(), { signal, capture: true });
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}

function tipped(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>("[data-tip]") ?? undefined) : undefined;
}
