import { Tabs } from "@mantine/core";
import { Suspense, type ReactNode } from "react";
import { Loading } from "../../components/states/loading";
import { TabList } from "../../components/tabs/tab-list";
import { formatNumber } from "../../format/number";
import type { Tab } from "./search";
import styles from "./tab-row.module.css";

export type TabEntry = {
  tab: Tab;
  label: string;
  /** Said beside the label where it is not 0. */
  count?: number | undefined;
  content: ReactNode;
  /** What can be done there, at the end of the row. */
  actions?: ReactNode;
};

type Props = { tabs: readonly TabEntry[]; shown: Tab | undefined; onTab: (tab: Tab) => void };

/** The parts of what is open, one at a time; the first where the address names none of them. */
export function TabRow({ tabs, shown, onTab }: Props) {
  const open = tabs.find(({ tab }) => tab === shown) ?? tabs[0];
  if (open === undefined) return null;
  return (
    <Tabs value={open.tab} keepMounted={false} className={styles.column}>
      <div className={styles.row}>
        <TabList className={styles.list} chosen={open.tab}>
          {tabs.map(({ tab, label, count = 0 }) => (
            <Tabs.Tab key={tab} value={tab} onClick={() => onTab(tab)}>
              {label}
              {count > 0 && ` ${formatNumber(count)}`}
            </Tabs.Tab>
          ))}
        </TabList>
        {open.actions !== undefined && <div className={styles.actions}>{open.actions}</div>}
      </div>
      <Tabs.Panel value={open.tab} className={styles.column}>
        <Suspense fallback={<Loading what={open.label.toLowerCase()} />}>{open.content}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
