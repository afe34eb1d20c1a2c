import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { meQuery } from "../../api/me";
import { DropDown } from "../../components/drop-down/drop-down";
import { toasts } from "../../components/toast/toasts";
import { formatBound } from "../../format/number";
import { ExportIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { exportHref } from "./api";
import type { Answered } from "./status-line";
import styles from "./syslog.module.css";

const FORMATS = [
  ["csv", "CSV"],
  ["json", "JSON"],
  ["jsonl", "JSON lines"],
  ["parquet", "Parquet"],
] as const;

type Format = (typeof FORMATS)[number][0];

/** The events that are shown, all of them, as a file. */
export function ExportMenu({ answered }: { answered: Answered }) {
  const [isOpen, setIsOpen] = useState(false);
  const queries = useQueryClient();
  const { asked, total, total_is_lower_bound: isBound } = answered;
  const download = async (format: Format) => {
    setIsOpen(false);
    // The browser fetches the file by itself: the session must be good before.
    await queries.fetchQuery({ ...meQuery(), staleTime: 0 });
    const link = document.createElement("a");
    link.href = exportHref(asked, format);
    link.download = "";
    link.click();
  };
  const start = (format: Format) =>
    void download(format).catch(() => toasts.tellError("Cannot export: the service was not reached"));
  return (
    <DropDown
      label="Export"
      button={{ leftSection: <ExportIcon {...ICON} /> }}
      className={styles.menu}
      isOpen={isOpen}
      onOpen={setIsOpen}
      text="Export"
    >
      <p className={styles.menuNote}>
        All {formatBound(total, isBound)} events that this search found, newest first
      </p>
      {FORMATS.map(([format, name]) => (
        <button key={format} type="button" className={styles.menuEntry} onClick={() => start(format)}>
          As {name}
        </button>
      ))}
    </DropDown>
  );
}
