import { useSyncExternalStore } from "react";

/** As in the style sheets: below this, tables are cards and the pages are reached from the bottom. */
const phone = () => matchMedia("(max-width: 767px)");

function listen(onChange: () => void): () => void {
  const query = phone();
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the window is as narrow as a phone's; known at the first drawing, so that nothing jumps. */
export function usePhone(): boolean {
  return useSyncExternalStore(listen, () => phone().matches);
}
