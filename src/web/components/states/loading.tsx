import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";

/** What takes less than this needs no sign. */
const DELAY_MS = 150;

type Props = {
  /** What is being loaded, as in "Loading API keys". */
  what: string;
  /** Lines of the real thing, so that nothing moves when it comes. */
  rows?: number;
  /** Pixels of one line. */
  rowHeight?: number;
};

/** The place of something that is on its way. */
export function Loading({ what, rows = 6, rowHeight = 32 }: Props) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" style={{ minHeight: rows * rowHeight }}>
      <VisuallyHidden role="status">{isShown ? `Loading ${what}` : ""}</VisuallyHidden>
      {isShown && (
        <Stack gap={8} p={8} aria-hidden>
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} height={rowHeight - 8} width={`${96 - ((row * 17) % 30)}%`} />
          ))}
        </Stack>
      )}
    </div>
  );
}
