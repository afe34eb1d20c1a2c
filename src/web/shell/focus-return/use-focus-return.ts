import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { wantedRow } from "../../components/data-table/wanted-row";
import { openerOf, type GiveBack } from "./opener";

/** Of a list that takes longer nobody waits for a row any more. */
const PATIENCE_MS = 10_000;
/** Of so many pages that were left it is known what had the focus. */
const MOST_LEFT = 100;

/**
 * Whoever goes back to a page has the focus where it was when the page was left, as browsers do where each page is a
 * document: on the row that was opened, not at the top of everything.
 */
export function useFocusReturn(): void {
  const router = useRouter();
  useEffect(() => {
    /** By the entry of the history, which another page never has. */
    const left = new Map<string, GiveBack>();
    let stop = () => {};
    const forgetLeaving = router.subscribe("onBeforeNavigate", ({ fromLocation }) => {
      stop();
      const key = fromLocation?.state.__TSR_key;
      const page = document.querySelector("#page");
      const opener = page === null ? undefined : openerOf(page, document.activeElement);
      if (key === undefined || opener === undefined) return;
      left.delete(key);
      left.set(key, opener);
      for (const oldest of [...left.keys()].slice(0, -MOST_LEFT)) left.delete(oldest);
    });
    const forgetComing = router.subscribe("onResolved", ({ toLocation }) => {
      const opener = left.get(toLocation.state.__TSR_key ?? "");
      if (opener !== undefined) stop = giveBackSoon(opener);
    });
    return () => {
      stop();
      forgetLeaving();
      forgetComing();
    };
  }, [router]);
}

/** When the page is drawn, unless the person does something first. */
function giveBackSoon(giveBack: GiveBack): () => void {
  const page = document.querySelector("#page");
  if (page === null) return () => {};
  let isAsked = false;
  const attempt = () => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) {
      isAsked = true;
      if (giveBack()) stop();
      // What is still of the page before goes away with it.
    } else if (isAsked || !page.contains(focused)) stop();
  };
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const isActing = new AbortController();
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    isActing.abort();
    wantedRow.set(undefined);
  };
  for (const deed of ["keydown", "pointerdown", "wheel"] as const)
    addEventListener(deed, stop, { capture: true, passive: true, signal: isActing.signal });
  observer.observe(page, { childList: true, subtree: true });
  attempt();
  return stop;
}
