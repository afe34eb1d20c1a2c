import { UnstyledButton } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Dialog } from "../components/dialog/dialog";
import { zoneLabel } from "../format/time";
import { DarkIcon, LightIcon, SignOutIcon } from "../theme/icons";
import { SIDEBAR_ICON } from "../theme/tokens";
import styles from "./bottom-bar.module.css";
import { destinationOf } from "./navigation";
import type { useOtherScheme } from "./other-scheme";
import { useDestinations } from "./use-destinations";

type Props = { scheme: ReturnType<typeof useOtherScheme>; onSignOut: () => void; onClose: () => void };

/** The whole navigation on a phone, with what the header has no room for there. */
export function AllPages({ scheme, onSignOut, onClose }: Props) {
  const here = useLocation({ select: ({ pathname }) => destinationOf(pathname) });
  const SchemeIcon = scheme.other === "light" ? LightIcon : DarkIcon;
  return (
    <Dialog title="All pages" isOpen onClose={onClose}>
      <ul className={styles.pages}>
        {useDestinations().map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.page} activeOptions={{ exact: to !== here }} onClick={onClose}>
              <Icon {...SIDEBAR_ICON} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <UnstyledButton className={styles.page} onClick={scheme.change}>
            <SchemeIcon {...SIDEBAR_ICON} />
            Use the {scheme.other} colours
          </UnstyledButton>
        </li>
        <li>
          <UnstyledButton
            className={styles.page}
            onClick={() => {
              onClose();
              onSignOut();
            }}
          >
            <SignOutIcon {...SIDEBAR_ICON} />
            Sign out
          </UnstyledButton>
        </li>
      </ul>
      <p className={styles.zone}>Times in {zoneLabel()}</p>
    </Dialog>
  );
}
