import { useEffect, useState } from "react";

const TICK_MS = 250;

/** Seconds left of `from`, counted down to 0; another `from` begins anew. */
export function useCountdown(from: number): number {
  const [{ begun, endsAt, now }, setClock] = useState(() => startOf(from));
  if (begun !== from) setClock(startOf(from));
  const isRunning = now < endsAt;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setClock((clock) => ({ ...clock, now: Date.now() })), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

function startOf(from: number): { begun: number; endsAt: number; now: number } {
  const now = Date.now();
  return { begun: from, endsAt: now + from * 1000, now };
}
