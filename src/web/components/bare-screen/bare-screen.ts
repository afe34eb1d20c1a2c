import { useEffect } from "react";
import { createStore } from "../../store";

/** Whether the page has the screen to itself: no header, no navigation. */
export const bareScreen = createStore(false);

/** Gives the page the whole screen while the component is there. */
export function useBareScreen(): void {
  useEffect(() => {
    bareScreen.set(true);
    return () => bareScreen.set(false);
  }, []);
}
