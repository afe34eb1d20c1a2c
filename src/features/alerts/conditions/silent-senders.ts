import { listSendersBeyondTheirRhythm, listSilentSenders, type SeenSender } from "#features/syslog";
import { findDevicesOfAddresses } from "#features/topology";
import { senderLabel } from "../log-rules/senders";
import { durationText } from "../words";
import type { Condition } from "./condition";

const MAX_FOUND = 5000;
/** How many times its longest usual pause a sender is waited for. */
const PAUSES = 3;

/**
 * Senders of log lines that have sent none for as long as the rule says, or for far longer than each of them usually
 * pauses.
 */
export const senderSilent: Condition = async ({ db }, { silentMinutes, sender: wanted }) => {
  const silent: readonly (SeenSender & { gapSeconds?: number })[] =
    silentMinutes === null
      ? await listSendersBeyondTheirRhythm(db, { factor: PAUSES })
      : await listSilentSenders(db, { silentForSeconds: silentMinutes * 60 });
  const own = silent.filter(({ sender }) => wanted === null || sender === wanted).slice(0, MAX_FOUND);
  const devices = await findDevicesOfAddresses(
    db,
    own.map(({ sender }) => sender),
  );
  return own.map(({ sender, lastSeenAt, silentForSeconds, gapSeconds }) => {
    const device = devices.get(sender);
    const usual =
      gapSeconds === undefined ? "" : ` (it usually pauses for ${durationText(gapSeconds * 1000)} at most)`;
    return {
      subject: `sender:${sender}`,
      ...(device !== undefined && { cause: `device:${device.id}` }),
      deviceId: device?.id ?? null,
      sentence: `${senderLabel(sender, device)} has sent no log line for ${durationText(silentForSeconds * 1000)}${usual}`,
      startedAt: lastSeenAt,
    };
  });
};
