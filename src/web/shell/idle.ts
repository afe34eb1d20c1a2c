import { useEffect, useEffectEvent } from "react";

/** When something was last done in any tab of this browser. */
const ACTIVE_AT = "netatlas-active-at";
/** Activity is written down at most so often. */
const NOTE_MS = 5000;
const CHECK_MS = 5000;

/** Calls `onIdle` when in no tab anything was done for so long. A computer that slept is found out when it wakes. */
export function useIdle(minutes: number, onIdle: () => void): void {
  const tellIdle = useEffectEvent(onIdle);
  useEffect(() => {
    const note = () => {
      const last = Number(localStorage.getItem(ACTIVE_AT) ?? 0);
      if (Date.now() - last > NOTE_MS) localStorage.setItem(ACTIVE_AT, String(Date.now()));
    };
    let isIdle = false;
    const check = () => {
      const last = Number(localStorage.getItem(ACTIVE_AT) ?? Date.now());
      if (isIdle || Date.now() - last < minutes * 60_000) return;
      isIdle = true;
      tellIdle();
    };
    localStorage.setItem(ACTIVE_AT, String(Date.now()));
    const timer = setInterval(check, CHECK_MS);
    // Looked at before the click that wakes the page counts as activity.
    const noteUnlessIdle = () => {
      check();
      if (!isIdle) note();
    };
    const events = ["pointerdown", "pointermove", "keydown", "wheel"] as const;
    for (const event of events)
      document.addEventListener(event, noteUnlessIdle, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const event of events) document.removeEventListener(event, noteUnlessIdle, { capture: true });
    };
  }, [minutes]);
}
