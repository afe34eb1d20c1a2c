import { useShortcut } from "../../shell/shortcuts/registry";

const SCOPE = "Syslog";

export function useSyslogShortcuts({ onShift }: { onShift: (direction: -1 | 1) => void }): void {
  useShortcut({ keys: "f", label: "Write a query", scope: SCOPE }, () => {
    document.querySelector<HTMLElement>('[data-shortcut="filter"]')?.focus();
  });
  useShortcut({ keys: "[", label: "Earlier window", scope: SCOPE }, () => onShift(-1));
  useShortcut({ keys: "]", label: "Later window", scope: SCOPE }, () => onShift(1));
}
