import { Button, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useRef, useState } from "react";
import { IconButton } from "../../components/icon-button/icon-button";
import { AddIcon, CloseIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { usePhone } from "../../components/screen/use-phone";
import styles from "./device-form.module.css";
import type { DeviceValues, InterfaceValues } from "./values";

const BLANK: InterfaceValues = { name: "", mac_address: "", ip_addresses: "", description: "" };

const COLUMNS: readonly { field: keyof InterfaceValues; label: string; longest: number; isMono: boolean }[] =
  [
    { field: "name", label: "Name", longest: 120, isMono: true },
    { field: "mac_address", label: "MAC", longest: 64, isMono: true },
    { field: "ip_addresses", label: "Addresses, separated by commas", longest: 4096, isMono: true },
    { field: "description", label: "Description", longest: 255, isMono: false },
  ];

/** The interfaces of a device, one a row. */
export function InterfaceFields({ fields }: { fields: UseFormReturnType<DeviceValues> }) {
  // Rows are told apart by their place: once one is gone, those behind it are made anew.
  const [removals, setRemovals] = useState(0);
  const add = useRef<HTMLButtonElement>(null);
  const { interfaces } = fields.getValues();
  return (
    <fieldset className={styles.group}>
      <legend>Interfaces</legend>
      {interfaces.length > 0 && (
        <div className={`${styles.wide} ${styles.interfaces}`}>
          {COLUMNS.map(({ field, label }) => (
            <span key={field} aria-hidden>
              {label}
            </span>
          ))}
          <span />
          {interfaces.map((_, row) => (
            <Row
              key={`${removals} ${row}`}
              fields={fields}
              row={row}
              onRemove={() => {
                fields.removeListItem("interfaces", row);
                setRemovals(removals + 1);
                add.current?.focus();
              }}
            />
          ))}
        </div>
      )}
      <div className={styles.wide}>
        <Button
          ref={add}
          size="xs"
          variant="default"
          leftSection={<AddIcon {...ICON} />}
          onClick={() => fields.insertListItem("interfaces", { ...BLANK })}
        >
          Add interface
        </Button>
      </div>
    </fieldset>
  );
}

type RowProps = { fields: UseFormReturnType<DeviceValues>; row: number; onRemove: () => void };

function Row({ fields, row, onRemove }: RowProps) {
  // There is no room for a head above so narrow columns.
  const isPhone = usePhone();
  return (
    <div role="group" aria-label={`Interface ${row + 1}`} className={styles.interfaceRow}>
      {COLUMNS.map(({ field, label, longest, isMono }) => {
        const path = `interfaces.${row}.${field}`;
        return (
          <TextInput
            size="xs"
            aria-label={label}
            {...(isPhone && { placeholder: label })}
            maxLength={longest}
            {...(isMono && { classNames: { input: "mono" } })}
            key={fields.key(path)}
            {...fields.getInputProps(path)}
          />
        );
      })}
      <IconButton icon={CloseIcon} label={`Remove interface ${row + 1}`} onClick={onRemove} />
    </div>
  );
}
