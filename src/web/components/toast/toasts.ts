import { createStore } from "../../store";

export type Toast = {
  id: number;
  text: string;
  kind: "status" | "error";
  undo?: () => void;
  /** How long it is shown; absent: as usual. */
  shownMs?: number;
};

const MOST = 3;

const store = createStore<readonly Toast[]>([]);
let lastId = 0;

function add(toast: Omit<Toast, "id">): void {
  lastId += 1;
  store.set([...store.get(), { ...toast, id: lastId }].slice(-MOST));
}

/** Short news of what has left the screen or can be undone. What is visible anyway needs none. */
export const toasts = {
  use: store.use,
  tell: (text: string, undo?: () => void, shownMs?: number) =>
    add({ text, kind: "status", ...(undo && { undo, ...(shownMs !== undefined && { shownMs }) }) }),
  tellError: (text: string) => add({ text, kind: "error" }),
  close: (id: number) => store.set(store.get().filter((toast) => toast.id !== id)),
};
