import { useEffect, useRef } from "react";

/**
 * Runs something once no pointer is pressed: what moves the page between press and release makes the click miss the
 * button that was pressed.
 */
export function useAfterPointer(): (run: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => (isPressed.current = true);
    const release = () => (isPressed.current = false);
    document.addEventListener("pointerdown", press, { capture: true });
    document.addEventListener("pointerup", release, { capture: true });
    document.addEventListener("pointercancel", release, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", press, { capture: true });
      document.removeEventListener("pointerup", release, { capture: true });
      document.removeEventListener("pointercancel", release, { capture: true });
    };
  }, []);
  return (run) => {
    if (!isPressed.current) return run();
    // The click comes right after the release.
    document.addEventListener("pointerup", () => setTimeout(run), { once: true });
  };
}
