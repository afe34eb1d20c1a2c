import { Button, Kbd } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconButton } from "../components/icon-button/icon-button";
import { zoneLabel } from "../format/time";
import { DarkIcon, KeyboardIcon, LightIcon, SearchIcon } from "../theme/icons";
import { ICON } from "../theme/tokens";
import { AccountMenu } from "./account-menu";
import styles from "./layout.module.css";
import { useOtherScheme } from "./other-scheme";

type Props = { appName: string; onSearch: () => void; onShortcuts: () => void; onSignOut: () => void };

/** Search, the zone that all times are in, theme and account. */
export function Header({ appName, onSearch, onShortcuts, onSignOut }: Props) {
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        {appName}
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
      <IconButton icon={KeyboardIcon} label="Keyboard shortcuts (?)" onClick={onShortcuts} />
      <SchemeButton />
      <AccountMenu onSignOut={onSignOut} />
    </header>
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
