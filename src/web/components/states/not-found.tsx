import { EmptyState } from "./empty-state";

/** No page has this address. */
export function NotFound() {
  return (
    <EmptyState title="There is no such page" action={<a href="/">Go to the start page</a>}>
      The address is not known here. It may have been typed wrong, or what it showed is gone.
    </EmptyState>
  );
}
