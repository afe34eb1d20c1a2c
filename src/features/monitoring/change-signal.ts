import type { Db } from "#platform/database";

/** What to call when a write in this handle has been committed: that of a dry run never is. */
export type ChangeSignal = (written: Db) => () => void;

/** `onChange` hears of a change of what is to be checked, so that it need not wait to be seen. */
export function createChangeSignal({ db, onChange }: { db: Db; onChange: () => void }): ChangeSignal {
  return (written) => (written === db ? onChange : () => undefined);
}
