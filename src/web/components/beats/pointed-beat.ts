import { useSyncExternalStore } from "react";
import { createStore } from "../../store";

/** The beat that keys in a grid point at: in which row, and how many before the newest. */
type Pointed = { row: string; back: number };

const pointed = createStore<Pointed | null>(null);

/** Goes to an older beat (-1) or a newer one (1) of a row, from the newest at first. */
export function stepBeat(row: string, { step, count }: { step: -1 | 1; count: number }): void {
  const present = pointed.get();
  if (count === 0) return;
  const back = present?.row === row ? present.back - step : 0;
  pointed.set({ row, back: Math.min(count - 1, Math.max(0, back)) });
}

export const pointedBeat = {
  /** How many before the newest one, in that row alone. */
  useOf(row: string | undefined): number | undefined {
    return useSyncExternalStore(pointed.subscribe, () => {
      const present = pointed.get();
      return present !== null && present.row === row ? present.back : undefined;
    });
  },
  clear: () => pointed.set(null),
};
