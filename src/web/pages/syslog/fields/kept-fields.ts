/** What of the panel this browser keeps: whether it is there, and which fields are unfolded. */
const PANEL_KEY = "netatlas-event-fields";
const UNFOLDED_KEY = "netatlas-event-fields-unfolded";

export function isPanelKeptOpen(): boolean {
  return localStorage.getItem(PANEL_KEY) === "open";
}

export function keepPanel(isOpen: boolean): void {
  localStorage.setItem(PANEL_KEY, isOpen ? "open" : "closed");
}

/** Undefined: nobody has folded anything. */
export function keptUnfolded(): readonly string[] | undefined {
  const kept = localStorage.getItem(UNFOLDED_KEY);
  return kept === null ? undefined : kept.split(",").filter((name) => name !== "");
}

export function keepUnfolded(names: readonly string[]): void {
  localStorage.setItem(UNFOLDED_KEY, names.join(","));
}
