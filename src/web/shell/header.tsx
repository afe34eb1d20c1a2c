import { Button, Kbd } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useServiceName } from "../api/service";
import { IconButton } from "../components/icon-button/icon-button";
import { zoneLabel } from "../format/time";
import { DarkIcon, KeyboardIcon, LightIcon, SearchIcon } from "../theme/icons";
import { ICON } from "../theme/tokens";
import { AccountButton } from "./account-button";
import styles from "./layout.module.css";
import { useOtherScheme } from "./other-scheme";

/** Beside the first page, not before it: menus are a big part of the library. */
const AccountMenu = lazy(() => import("./account-menu").then((module) => ({ default: module.AccountMenu })));
const Bell = lazy(() => import("./bell").then((module) => ({ default: module.Bell })));

type Props = { onSearch: () => void; onShortcuts: () => void; onSignOut: () => void };

/** Search, the zone that all times are in, what is wrong, theme and account. */
export function Header({ onSearch, onShortcuts, onSignOut }: Props) {
  const serviceName = useServiceName();
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        {serviceName}
      </Link>
      <Button
        variant="default"
        size="xs"
        c="dimmed"
        fw={400}
        className={styles.search}
        justify="flex-start"
        leftSection={<SearchIcon {...ICON} />}
        rightSection={<Kbd size="xs">/</Kbd>}
        onClick={onSearch}
      >
        Search
      </Button>
      <span className={styles.zone}>Times in {zoneLabel()}</span>
      <span className={styles.bellPlace}>
        <Suspense>
          <Bell />
        </Suspense>
      </span>
      <span className={styles.wideOnly}>
        <IconButton icon={KeyboardIcon} label="Keyboard shortcuts (?)" onClick={onShortcuts} />
      </span>
      <span className={styles.wideOnly}>
        <SchemeButton />
      </span>
      <Account onSignOut={onSignOut} />
    </header>
  );
}

/** The button is there at once; what is clicked before its menu has come opens when it has. */
function Account({ onSignOut }: { onSignOut: () => void }) {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <Suspense fallback={<AccountButton aria-haspopup="menu" onClick={() => setIsWanted(true)} />}>
      <AccountMenu isOpenAtFirst={isWanted} onSignOut={onSignOut} />
    </Suspense>
  );
}

function SchemeButton() {
  const { other, change } = useOtherScheme();
  return (
    <IconButton
      icon={other === "light" ? LightIcon : DarkIcon}
      label={`Use the ${other} colours`}
      onClick={change}
    />
  );
}
