import {
  useFilterShortcut,
  useShortcut,
  useShownShortcuts,
  type Shortcut,
} from "../../shell/shortcuts/registry";

const SCOPE = "Syslog";
const CELL_KEYS: readonly Shortcut[] = [
  { keys: "+ -", label: "Filter by the cell, or exclude it", scope: "Table" },
];

export function useSyslogShortcuts({ onShift }: { onShift: (direction: -1 | 1) => void }): void {
  useFilterShortcut({ label: "Write a query", scope: SCOPE });
  useShortcut({ keys: "[", label: "Earlier window", scope: SCOPE }, () => onShift(-1));
  useShortcut({ keys: "]", label: "Later window", scope: SCOPE }, () => onShift(1));
  useShownShortcuts(CELL_KEYS);
}
