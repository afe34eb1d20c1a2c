import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { hasUnsavedChanges } from "../components/form/unsaved-changes";
import { read } from "../url/search-params";

const LeaveDialog = lazy(() => import("./leave-dialog").then((module) => ({ default: module.LeaveDialog })));

type Place = { pathname: string; search: Readonly<Record<string, unknown>> };

type Props = {
  /** A sign-out that waits for the answer. */
  signOut: { go: () => void; stay: () => void } | null;
};

/**
 * Asks before another page takes the place of one with changes that are not saved, and before a person signs out of it.
 * For a tab that is closed the browser asks.
 */
export function LeaveQuestion({ signOut }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => placeOf(current) !== placeOf(next) && hasUnsavedChanges(),
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  if (signOut !== null) return <Ask onStay={signOut.stay} onLeave={signOut.go} />;
  if (blocker.status !== "blocked") return null;
  return <Ask onStay={blocker.reset} onLeave={blocker.proceed} />;
}

function Ask(answers: { onStay: () => void; onLeave: () => void }) {
  return (
    <Suspense>
      <LeaveDialog {...answers} />
    </Suspense>
  );
}

/** A form within a page is named in the address: whoever takes its name away leaves it. */
function placeOf({ pathname, search }: Place): string {
  return `${pathname} ${read.text(search, "form") ?? ""}`;
}
