import { useEffect, useEffectEvent } from "react";
import { createStore } from "../../store";

type WantedRow = {
  /** The label of the table. */
  table: string;
  id: string;
};

/** A row that whoever is outside of its table wants the keys to go to, as soon as the table has it. */
export const wantedRow = createStore<WantedRow | undefined>(undefined);

/** Goes to the row that is wanted, once. `ids` are those of a table, in their order. */
export function useWantedRow(
  { label, ids }: { label: string; ids: readonly string[] },
  goTo: (index: number) => void,
): void {
  const wanted = wantedRow.use();
  const go = useEffectEvent(goTo);
  useEffect(() => {
    if (wanted?.table !== label) return;
    const index = ids.indexOf(wanted.id);
    if (index === -1) return;
    wantedRow.set(undefined);
    go(index);
  }, [wanted, label, ids]);
}
