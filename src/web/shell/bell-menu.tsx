import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Counted } from "../api/incidents";
import { SeverityMark } from "../components/severity/severity-mark";
import { useNow } from "../components/value/clock";
import { formatAge } from "../format/time";
import { BellButton } from "./bell-button";
import styles from "./layout.module.css";

/** The newest incidents that nobody sees to yet, each a way to the page of alerts. */
export function BellMenu({ waiting: { incidents, total } }: { waiting: Counted }) {
  const now = useNow();
  return (
    <Menu position="bottom-end" width={320} defaultOpened>
      <Menu.Target>
        <BellButton count={total} />
      </Menu.Target>
      <Menu.Dropdown>
        {incidents.length === 0 && <Menu.Label>Nothing waits for anybody</Menu.Label>}
        {incidents.map(({ id, title, severity, opened_at: at }) => (
          <Menu.Item
            key={id}
            renderRoot={(props) => <Link to="/alerts" search={{ incident: id }} {...props} />}
          >
            <span className={styles.news}>
              <span>
                <SeverityMark severity={severity} /> · {formatAge(at, now)}
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
