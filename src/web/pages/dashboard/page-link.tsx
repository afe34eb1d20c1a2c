import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

type Props = {
  /** A path of the UI with its search part. */
  href: string;
  className?: string | undefined;
  "aria-label"?: string;
  children: ReactNode;
};

/** A link to a page by its address, for what does not know the other pages; the page is not loaded anew. */
export function PageLink({ href, children, ...rest }: Props) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    // The browser opens these in new tabs by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
