import type { Content } from "../content";
import { formatDuration, shorten } from "../format";
import type { Page } from "../parts";
import { COLORS, PAPER_SIZES, SIZES } from "../theme";

/** The first page: what this is, of which time, and who asked when. */
export function cover({ data, clock, width }: Page): Content[] {
  const { height } = PAPER_SIZES[data.paper];
  const scope = "Availability, incidents, inventory, addresses and certificates";
  return [
    {
      canvas: [{ type: "rect", x: 0, y: 0, w: 56, h: 5, color: COLORS.accent }],
      margin: [0, height * 0.24, 0, 18],
    },
    { text: shorten(data.product, 120), fontSize: SIZES.heading, color: COLORS.dimmed, margin: [0, 0, 0, 4] },
    { text: "Network report", fontSize: SIZES.title, bold: true, margin: [0, 0, 0, 10] },
    {
      text: `${clock.day(data.fromMs)} to ${clock.day(data.toMs)}`,
      fontSize: SIZES.heading,
      margin: [0, 0, 0, 40],
    },
    {
      canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75, lineColor: COLORS.hairline }],
      margin: [0, 0, 0, 10],
    },
    fact(
      "Period",
      `${clock.time(data.fromMs)} to ${clock.time(data.toMs)} (${formatDuration(data.toMs - data.fromMs)})`,
    ),
    fact(
      "Scope",
      data.events === null
        ? `${scope}; events are left out, as their reader may not see them`
        : `${scope}; firewall events`,
    ),
    fact("Times", data.timeZone),
    fact("Made", `${clock.time(data.generatedMs)}, for ${shorten(data.author, 120)}`),
    fact("By", `${shorten(data.product, 120)}, version ${data.version}`),
  ];
}

function fact(name: string, value: string): Content {
  return {
    margin: [0, 3, 0, 0],
    columns: [
      { width: 70, text: name, color: COLORS.dimmed },
      { width: "*", text: value },
    ],
  };
}

/** What follows on which page. */
export function contents(): Content {
  return {
    toc: {
      title: {
        text: "Contents",
        fontSize: SIZES.heading,
        bold: true,
        margin: [0, 0, 0, 8],
        pageBreak: "before",
      },
      textStyle: { fontSize: SIZES.body + 1 },
      numberStyle: { fontSize: SIZES.body + 1, color: COLORS.dimmed },
    },
  };
}
