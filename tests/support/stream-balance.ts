import { expect } from "bun:test";
import type { StreamAccount } from "./numbered-stream";
import { patient } from "./patience";

/** Which numbered lines are stored, in how many rows. */
export type Stored = { rows: number; sequences: readonly number[] };

const STORED_MS = 60_000;

/**
 * Waits until each line that was surely received is stored, and sees that none is stored twice, and none that was not
 * sent. Gives how many rows there are, and of how many lines it was sure.
 */
export async function expectStreamsStored(
  accounts: readonly StreamAccount[],
  readStored: () => Promise<Stored>,
): Promise<{ rows: number; certain: number }> {
  const certain = accounts.flatMap((account) => [...account.certain]);
  const known = new Set(accounts.flatMap((account) => [...account.certain, ...account.possible]));
  const missing = await waitForLines(certain, readStored);
  const { rows, sequences } = await readStored();
  expect({
    missing: missing.slice(0, 5),
    twice: rows - sequences.length,
    unknown: sequences.filter((sequence) => !known.has(sequence)).slice(0, 5),
  }).toEqual({ missing: [], twice: 0, unknown: [] });
  return { rows, certain: certain.length };
}

/** Waits for them as long as more come, and gives those that do not. */
async function waitForLines(certain: readonly number[], read: () => Promise<Stored>): Promise<number[]> {
  const deadline = performance.now() + patient(STORED_MS);
  for (;;) {
    const stored = new Set((await read()).sequences);
    const missing = certain.filter((sequence) => !stored.has(sequence));
    if (missing.length === 0 || performance.now() > deadline) return missing;
    await Bun.sleep(500);
  }
}
