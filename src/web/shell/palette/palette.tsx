import { Combobox, Modal, TextInput, useCombobox } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { useMe } from "../../api/me";
import { messageOf } from "../../components/states/failure-text";
import { recognise } from "../../format/address";
import { SearchIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { takeTyped } from "./typed-ahead";
import { rememberEntry, type Action, type PaletteEntry } from "./entries";
import { visible } from "../../components/value/visible-text";
import styles from "./palette.module.css";
import { useResults, type Results } from "./use-groups";

type Props = {
  /** What can be done from anywhere. */
  actions: readonly Action[];
  onClose: () => void;
};

/** Opens anything: pages and actions at once, things of the network as the service finds them. */
export function Palette({ actions, onClose }: Props) {
  const [text, setText] = useState("");
  const combobox = useCombobox({ opened: true });
  const results = useResults(text, actions);
  const open = useOpen(onClose);
  const entries = new Map(results.groups.flatMap((group) => group.entries).map((entry) => [entry.id, entry]));
  const [firstId] = entries.keys();
  // The list has its id once it is there: then the field can name what it controls.
  const [, nameList] = useReducer(() => true, false);
  const selectFirst = useEffectEvent(() => void combobox.selectFirstOption());
  // Not at every answer: what was selected by the arrows stays so.
  useEffect(() => selectFirst(), [text, firstId]);
  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search anything">
        <Combobox
          store={combobox}
          withinPortal={false}
          onOptionSubmit={(id) => {
            const entry = entries.get(id);
            if (entry !== undefined) open(entry, false);
          }}
        >
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              data-autofocus
              onFocus={() => {
                nameList();
                const ahead = takeTyped();
                if (ahead !== "") setText((old) => old + ahead);
              }}
              size="md"
              variant="unstyled"
              className={styles.input}
              leftSection={<SearchIcon {...ICON} />}
              aria-label="Search pages, devices, addresses and actions"
              placeholder="Search pages, devices, addresses and actions"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDownCapture={(event) => {
                // The list would take both keys: the one to close itself, the other as a plain Enter.
                if (event.key === "Escape") onClose();
                if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                event.stopPropagation();
                const entry = [...entries.values()][combobox.getSelectedOptionIndex()];
                if (entry !== undefined) open(entry, true);
              }}
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={styles.list} aria-label="Results" aria-busy={results.isBusy}>
            {results.groups.map(({ label, entries: members }) => (
              <Combobox.Group key={label} label={label}>
                {members.map((entry) => (
                  <Combobox.Option key={entry.id} value={entry.id}>
                    <span className={styles.entry}>
                      <span className={`${styles.label} ${typeface(entry.label)}`}>
                        {visible(entry.label)}
                      </span>
                      {entry.hint !== undefined && (
                        <span className={`${styles.hint} ${typeface(entry.hint)}`}>
                          {visible(entry.hint)}
                        </span>
                      )}
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
          <State results={results} />
        </Combobox>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Addresses and MACs are read digit by digit. */
function typeface(text: string): string {
  return recognise(text) === undefined ? "" : "mono";
}

/** Below the list, where it pushes nothing away. */
function State({ results: { groups, isBusy, error } }: { results: Results }) {
  const text =
    error !== null
      ? `Only pages and actions are listed. ${messageOf(error)}`
      : isBusy
        ? "Searching the network"
        : groups.length === 0
          ? "Nothing found. Names, addresses, networks and MAC addresses are searched."
          : "Enter opens, Ctrl+Enter in a new tab";
  return (
    <div role="status" className={styles.state}>
      {text}
    </div>
  );
}

function useOpen(onClose: () => void): (entry: PaletteEntry, inNewTab: boolean) => void {
  const navigate = useNavigate();
  const { id } = useMe();
  return (entry, inNewTab) => {
    onClose();
    if ("run" in entry) return entry.run();
    rememberEntry(id, entry);
    if (inNewTab) window.open(entry.href, "_blank", "noopener");
    else void navigate({ href: entry.href });
  };
}
