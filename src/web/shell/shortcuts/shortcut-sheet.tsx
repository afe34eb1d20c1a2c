import { Kbd, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../components/dialog/dialog";
import { shortcuts, singleKeys, type Shortcut } from "./registry";
import styles from "./shortcut-sheet.module.css";

/** Keys that every big table knows by itself. */
const TABLE_KEYS: readonly Shortcut[] = [
  { keys: "j k", label: "Next and previous row", scope: "Table" },
  { keys: "Enter", label: "Open the row, or sort by the column", scope: "Table" },
  { keys: "c", label: "Copy the cell", scope: "Table" },
];
const SELECT_KEY: Shortcut = { keys: "x", label: "Select the row", scope: "Table" };

const TIME_KEY: Shortcut = { keys: "↓ ↑", label: "The exact times, from the first one on", scope: "Times" };

/** What works from a time to the next, where there are several. */
function timeKeys(): readonly Shortcut[] {
  return document.querySelector("#page :is(table, ul, ol) time[tabindex='-1']") === null ? [] : [TIME_KEY];
}

/** What works in the big table of the page; nothing where there is none. */
function tableKeys(): readonly Shortcut[] {
  const table = document.querySelector("#page [role=grid][aria-rowcount]");
  if (table === null) return [];
  return table.hasAttribute("aria-multiselectable") ? [...TABLE_KEYS, SELECT_KEY] : TABLE_KEYS;
}

/** All keys that do something on this page. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const isOn = singleKeys.use();
  const [ofPage] = useState(() => [...tableKeys(), ...timeKeys()]);
  const all = [...shortcuts.use(), ...ofPage];
  const scopes = [...new Set(all.map(({ scope }) => scope))];
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} width={560}>
      <Stack gap="lg">
        {scopes.map((scope) => (
          <section key={scope}>
            <h3 className={styles.scope}>{scope}</h3>
            <dl className={styles.keys}>
              {all
                .filter((shortcut) => shortcut.scope === scope)
                .map(({ keys, label }) => (
                  <div key={keys} className={styles.line}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.split(/ |(?<=\w)\+/).map((key) => (
                        <Kbd key={key} size="xs">
                          {key}
                        </Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Shortcuts of a single key"
          checked={isOn}
          onChange={(event) => singleKeys.set(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
