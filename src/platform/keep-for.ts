/**
 * Gives what `load` gave, for so long after it began; meanwhile all who ask wait for the same. A failure is not kept.
 */
export function keepFor<Value>(milliseconds: number, load: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; untilMs: number } | undefined;
  return () => {
    const now = performance.now();
    if (kept !== undefined && now < kept.untilMs) return kept.value;
    const current = { value: load(), untilMs: now + milliseconds };
    kept = current;
    current.value.catch(() => {
      if (kept === current) kept = undefined;
    });
    return current.value;
  };
}
