import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { hasUnsavedChanges } from "../components/form/unsaved-changes";

const LeaveDialog = lazy(() => import("./leave-dialog").then((module) => ({ default: module.LeaveDialog })));

/** Asks before another page takes the place of one with changes that are not saved. For a tab that is closed the browser asks. */
export function LeaveQuestion() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedChanges(),
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Suspense>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}
