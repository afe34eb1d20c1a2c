import { Link } from "@tanstack/react-router";
import type { Attachment } from "../../../api/attached";
import { TimeValue } from "../../../components/value/time-value";
import styles from "./attachment.module.css";
import { companyOf, REASON_WORDS } from "./words";

type Props = { attachments: readonly Attachment[] };

/** `sw3 Gi0/14 since 20 Nov 17:12`, a line for each MAC address, with why; nothing where nothing is known. */
export function HangsOn({ attachments }: Props) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label="Hangs on" className={styles.list}>
      {attachments.map((attachment) => (
        <li key={attachment.mac_address} className={styles.line}>
          <span>
            <Link
              to="/inventory/$deviceId"
              params={{ deviceId: String(attachment.switch.id) }}
              search={{ tab: "attached", behind: attachment.port_index }}
            >
              {attachment.switch.name} {attachment.port_name}
            </Link>{" "}
            {attachment.is_present ? (
              <>
                since <TimeValue at={attachment.since} />
              </>
            ) : (
              <>
                until <TimeValue at={attachment.last_seen} />
              </>
            )}
          </span>
          <span className={styles.dimmed}>{notesOf(attachment, attachments.length > 1)}</span>
        </li>
      ))}
    </ul>
  );
}

function notesOf(attachment: Attachment, isMacShown: boolean): string {
  const { vlans, port_alias: alias, mac_address: mac, reason } = attachment;
  const notes = [
    isMacShown ? mac : undefined,
    alias ?? undefined,
    vlans.length === 0 ? undefined : `VLAN ${vlans.join(", ")}`,
    companyOf(attachment),
    reason === "only" || reason === "edge" ? undefined : REASON_WORDS[reason],
  ];
  return notes.filter((note) => note !== undefined).join(" · ");
}
