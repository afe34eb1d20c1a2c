import { useEffect, useEffectEvent } from "react";

const checks = new Set<() => boolean>();

/** Has the shell ask before this page is left while `isChanged` says so. */
export function useUnsavedChanges(isChanged: () => boolean): void {
  const isChangedNow = useEffectEvent(isChanged);
  useEffect(() => {
    const check = () => isChangedNow();
    checks.add(check);
    return () => void checks.delete(check);
  }, []);
}

/** Whether something on the page would be lost. */
export function hasUnsavedChanges(): boolean {
  return [...checks].some((isChanged) => isChanged());
}
