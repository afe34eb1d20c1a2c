import type { Content, Document } from "./content";
import type { ReportData } from "./data";
import { BASE_FONT } from "./fonts/families";
import { shorten } from "./format";
import { pageOf, type Page } from "./parts";
import { addresses } from "./sections/addresses";
import { availability } from "./sections/availability";
import { certificates } from "./sections/certificates";
import { contents, cover } from "./sections/cover";
import { events } from "./sections/events";
import { incidents } from "./sections/incidents";
import { inventory } from "./sections/inventory";
import { networkMap } from "./sections/network-map";
import { summary } from "./sections/summary";
import { COLORS, MARGIN, PAPER_SIZES, SIZES } from "./theme";

const SECTIONS = [summary, availability, incidents, events, inventory, addresses, certificates, networkMap];

/** The whole report, page by page: texts are not set yet. */
export function buildDocument(data: ReportData): Document {
  const page = pageOf(data);
  return {
    version: "1.7",
    displayTitle: true,
    pageSize: PAPER_SIZES[data.paper],
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 14],
    info: {
      title: `${shorten(data.product, 120)}: network report`,
      author: shorten(data.author, 120),
      subject: `${page.clock.day(data.fromMs)} to ${page.clock.day(data.toMs)}`,
      creator: `Netatlas ${data.version}`,
      creationDate: new Date(data.generatedMs),
    },
    language: "en",
    defaultStyle: { font: BASE_FONT, fontSize: SIZES.body, color: COLORS.text },
    content: [...cover(page), contents(), ...SECTIONS.flatMap((section) => section(page))],
    footer: (number, count) => (number === 1 ? undefined : footer(page, `${number} of ${count}`)),
  };
}

function footer({ data, clock, width }: Page, number: string): Content {
  const style = { fontSize: SIZES.caption, color: COLORS.dimmed };
  return {
    margin: [MARGIN, 14, MARGIN, 0],
    columns: [
      {
        ...style,
        width: width - 80,
        text: `${shorten(data.product, 60)}: network report, ${clock.day(data.fromMs)} to ${clock.day(data.toMs)}`,
      },
      { ...style, width: 80, text: number, alignment: "right" },
    ],
  };
}
