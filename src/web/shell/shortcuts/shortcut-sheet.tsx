import { Kbd, Stack, Switch } from "@mantine/core";
import { Dialog } from "../../components/dialog/dialog";
import { shortcuts, singleKeys, type Shortcut } from "./registry";
import styles from "./shortcut-sheet.module.css";

/** Keys that every table knows by itself. */
const TABLE_KEYS: readonly Shortcut[] = [
  { keys: "j k", label: "Next and previous row", scope: "Tables" },
  { keys: "x", label: "Select the row", scope: "Tables" },
  { keys: "Enter", label: "Open the row, or sort by the column", scope: "Tables" },
  { keys: "c", label: "Copy the cell", scope: "Tables" },
];

/** All keys that do something on this page. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const isOn = singleKeys.use();
  const all = [...shortcuts.use(), ...TABLE_KEYS];
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
                      {keys.split(/[ +]/).map((key) => (
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
