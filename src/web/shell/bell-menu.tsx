import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Counted } from "../api/incidents";
import { useNow } from "../components/value/clock";
import { formatWord } from "../format/device";
import { formatAge } from "../format/time";
import styles from "./layout.module.css";

type Props = { waiting: Counted; button: ReactElement };

/** The newest incidents that nobody sees to yet, each a way to the page of alerts. */
export function BellMenu({ waiting: { incidents }, button }: Props) {
  const now = useNow();
  return (
    <Menu position="bottom-end" width={320} defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {incidents.length === 0 && <Menu.Label>Nothing waits for anybody</Menu.Label>}
        {incidents.map(({ id, title, severity, opened_at: at }) => (
          <Menu.Item
            key={id}
            renderRoot={(props) => <Link to="/alerts" search={{ incident: id }} {...props} />}
          >
            <span className={styles.news}>
              <span>
                {formatWord(severity)} · {formatAge(at, now)}
              </span>
              <span className={styles.newsTitle}>{title}</span>
            </span>
          </Menu.Item>
        ))}
        <Menu.Item renderRoot={(props) => <Link to="/alerts" {...props} />}>All alerts</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
