import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { LiveState } from "../../api/live-state";
import { EmptyState } from "../../components/states/empty-state";

type Props = { state: LiveState; query: string; onClear: () => void };

/** Nothing has come yet: what will be here, and what to do when it stays so. */
export function TailEmpty({ state, query, onClear }: Props) {
  // The line above says what is the matter.
  if (state.kind !== "live") return null;
  if (query !== "")
    return (
      <EmptyState
        title="No line matches yet"
        action={
          <Button variant="default" size="xs" onClick={onClear}>
            Clear the query
          </Button>
        }
      >
        The next line that does shows up here as it arrives.
      </EmptyState>
    );
  return (
    <EmptyState title="No line yet" action={<Link to="/syslog/status">Where to send lines</Link>}>
      Lines show up here as they arrive, a moment before a search finds them.
    </EmptyState>
  );
}
