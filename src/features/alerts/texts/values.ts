import { fit, lineOf } from "#features/notifications";
import { removeControls } from "#platform/control-characters";
import { durationText } from "../words";
import type { News } from "./news";
import type { Values } from "./template";

const LONGEST_NAME = 120;
const LONGEST_SENTENCE = 1000;
const LONGEST_LINK = 500;

export type Place = {
  appName: string;
  /** The page that a notice leads to; undefined without APP_URL. */
  link: string | undefined;
};

/** What placeholders stand for, each on one line and no longer than it may be. */
export function valuesOf(news: News, { appName, link = "" }: Place): Values {
  return {
    message: valueOf(news.message, LONGEST_SENTENCE),
    "device.name": valueOf(news.deviceName ?? ""),
    "device.address": valueOf(news.deviceAddress ?? ""),
    site: valueOf(news.siteName ?? ""),
    severity: news.severity,
    status: news.status,
    started_at: `${news.startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    duration: durationText(lastedMs(news)),
    "incident.id": news.incidentId === null ? "" : String(news.incidentId),
    link: valueOf(link, LONGEST_LINK),
    "rule.name": valueOf(news.ruleName),
    app_name: valueOf(appName),
  };
}

/** What lasts, until it is told; what is over, until it was; what just happened, not at all. */
function lastedMs({ status, startedAt, firedAt, toldAt }: News): number {
  if (status === "happened") return 0;
  return (status === "resolved" ? firedAt : toldAt).getTime() - startedAt.getTime();
}

function valueOf(text: string, longest = LONGEST_NAME): string {
  return fit(removeControls(lineOf(text)).trim(), longest);
}
