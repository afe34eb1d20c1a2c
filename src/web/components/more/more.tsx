import { Button, type MantineSpacing } from "@mantine/core";

type Props = {
  /** Of the list, that comes page by page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  mt?: MantineSpacing;
};

/** Below a list that comes page by page: asks for the next one. Nothing where this was the last. */
export function More({ query, mt = "sm" }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      size="xs"
      variant="default"
      mt={mt}
      // In a column that a list fills, the list gives way, not what shows more of it.
      style={{ alignSelf: "flex-start", flexShrink: 0 }}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
