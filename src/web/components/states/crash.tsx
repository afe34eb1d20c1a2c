import { Button } from "@mantine/core";
import { RequestFailure } from "../../api/request-failure";
import { asError, isMissingChunk } from "./as-error";
import { EmptyState } from "./empty-state";
import { messageOf } from "./failure-text";
import { isPassing, Waiting } from "./waiting";

/** The whole page failed. Small on purpose: it is in the first script, so that it is there when nothing else is. */
export function Crash({ error }: { error: unknown }) {
  if (error instanceof RequestFailure && isPassing(error)) return <Waiting failure={error} />;
  const isUpgraded = isMissingChunk(asError(error));
  return (
    <div role="alert">
      <EmptyState
        title={isUpgraded ? "The service was upgraded" : "Cannot show this page"}
        action={
          <Button size="xs" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {isUpgraded
          ? "This page belongs to the version before. Reload it to go on."
          : messageOf(asError(error))}
      </EmptyState>
    </div>
  );
}
