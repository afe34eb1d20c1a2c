const endings: (() => Promise<void>)[] = [];

/** Has `ending` run once, after the last test of this process, newest first. */
export function atRunEnd(ending: () => Promise<void>): void {
  endings.push(ending);
}

/** For preload.ts and for what runs without tests, such as a bench. */
export async function endRun(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) await ending();
}
