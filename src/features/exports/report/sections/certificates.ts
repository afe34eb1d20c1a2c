import type { Content } from "../content";
import { counted, formatDuration, shorten } from "../format";
import { DASH, listTable, paragraph, section, type Page } from "../parts";

/** What expires soon, or has. */
export function certificates({ data, clock, width }: Page): Content[] {
  const { certificates: part, generatedMs } = data;
  if (part.total === 0)
    return section("Certificates", [paragraph("None that a check has seen expires within 60 days.")]);
  return section("Certificates", [
    paragraph(`Checks have seen ${counted(part.total, "certificate")} with no more than 60 days left.`),
    ...listTable(part, {
      title: "To be renewed, the most urgent first",
      width,
      noun: "certificate",
      columns: [
        { name: "Seen by", share: 40, cell: ({ name }) => shorten(name) },
        { name: "Of", share: 40, cell: ({ subject }) => shorten(subject ?? DASH) },
        { name: "Expires", share: 20, cell: ({ expiresMs }) => clock.day(expiresMs) },
        {
          name: "Left",
          share: 16,
          isFigure: true,
          cell: ({ expiresMs }) =>
            expiresMs <= generatedMs ? "expired" : formatDuration(expiresMs - generatedMs),
        },
      ],
    }),
  ]);
}
