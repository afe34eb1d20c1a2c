import { UnstyledButton } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { MenuIcon } from "../theme/icons";
import { SIDEBAR_ICON } from "../theme/tokens";
import styles from "./bottom-bar.module.css";
import { destinationOf } from "./navigation";
import type { useOtherScheme } from "./other-scheme";
import { useDestinations } from "./use-destinations";

const AllPages = lazy(() => import("./all-pages").then((module) => ({ default: module.AllPages })));

type Props = { scheme: ReturnType<typeof useOtherScheme>; onSignOut: () => void };

/** On a phone: what somebody on call needs within reach of the thumb, and the way to everything else. */
export function BottomBar({ scheme, onSignOut }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const here = useLocation({ select: ({ pathname }) => destinationOf(pathname) });
  const near = useDestinations().filter(({ isNear }) => isNear);
  const isElsewhere = !near.some(({ to }) => to === here);
  return (
    <nav className={styles.bar} aria-label="Pages">
      {near.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={styles.place} activeOptions={{ exact: to !== here }}>
          <Icon {...SIDEBAR_ICON} />
          {label}
        </Link>
      ))}
      <UnstyledButton
        className={styles.place}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-here={isElsewhere || undefined}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon {...SIDEBAR_ICON} />
        More
      </UnstyledButton>
      <Suspense>
        {isOpen && <AllPages scheme={scheme} onSignOut={onSignOut} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </nav>
  );
}
