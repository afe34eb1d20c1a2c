import { useEffect, useEffectEvent } from "react";
import { createStore } from "../../store";

export type Shortcut = {
  /** As the sheet shows it: `g d`, `?`, `Ctrl+K`. */
  keys: string;
  label: string;
  /** Heading in the sheet. */
  scope: string;
};

/** Without `run` it is only shown: the part of the page that it works in listens by itself. */
type Registered = Shortcut & { run?: () => void };

const registered = createStore<readonly Registered[]>([]);

/** One-key shortcuts can be turned off (WCAG 2.1.4); those with Ctrl stay. */
const KEY = "netatlas-shortcuts-off";
export const singleKeys = createStore<boolean>(localStorage.getItem(KEY) === null);
singleKeys.subscribe(() =>
  singleKeys.get() ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, "1"),
);

export const shortcuts = { use: registered.use };

/** Puts a shortcut in force while the component is there: the sheet and the palette know it from here. */
export function useShortcut({ keys, label, scope }: Shortcut, run: () => void): void {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const entry = { keys, label, scope, run: () => runLatest() };
    registered.set([...registered.get(), entry]);
    return () => registered.set(registered.get().filter((other) => other !== entry));
  }, [keys, label, scope]);
}

/** Shows keys in the sheet that a part of the page knows by itself. The list is a constant of the module. */
export function useShownShortcuts(shown: readonly Shortcut[]): void {
  useEffect(() => {
    registered.set([...registered.get(), ...shown]);
    return () => registered.set(registered.get().filter((other) => !shown.includes(other)));
  }, [shown]);
}

/** `f` goes to where the page is filtered. */
export function useFilterShortcut({ label, scope }: Omit<Shortcut, "keys">): void {
  useShortcut({ keys: "f", label, scope }, () => {
    document.querySelector<HTMLElement>('#page [data-shortcut="filter"]')?.focus();
  });
}

/** How long the second key of `g d` may take. */
const CHORD_MS = 1000;

/** Reads keys off the page and runs what is registered for them. Gives the function that stops it. */
export function listenForShortcuts(): () => void {
  let pending: { key: string; at: number } | undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = nameOf(event);
    const first = pending !== undefined && event.timeStamp - pending.at < CHORD_MS ? pending.key : undefined;
    pending = undefined;
    const isSingle = !key.startsWith("Ctrl+");
    // A field has an undo of its own, and so has the dialog that lies over the page.
    if (OF_TEXTS.has(key) && (isTyping(event.target) || isDialogOpen())) return;
    if (isSingle && (!singleKeys.get() || isTyping(event.target) || event.altKey || isDialogOpen())) return;
    const candidates = registered.get();
    const pressed = first === undefined ? key : `${first} ${key}`;
    const found = candidates.findLast(({ keys, run }) => run !== undefined && keys === pressed);
    if (found?.run !== undefined) {
      event.preventDefault();
      found.run();
    } else if (
      isSingle &&
      candidates.some(({ keys, run }) => run !== undefined && keys.startsWith(`${key} `))
    ) {
      pending = { key, at: event.timeStamp };
    }
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

const OF_TEXTS = new Set(["Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"]);

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `Ctrl+${shiftKey ? "Shift+" : ""}${key.toUpperCase()}` : key;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog][aria-modal=true]") !== null;
}
