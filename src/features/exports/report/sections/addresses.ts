import { usageBar } from "../charts/bar";
import type { Content } from "../content";
import { counted, formatPercent, shorten } from "../format";
import { listTable, paragraph, section, type Page } from "../parts";

/** How full the address plan is. */
export function addresses({ data: { addresses: part }, width }: Page): Content[] {
  if (part.subnets === 0) return section("Addresses", [paragraph("No subnets are planned.")]);
  const counts = [
    counted(part.subnets, "subnet"),
    counted(part.reservations, "reservation"),
    counted(part.leases, "lease"),
  ];
  const text = paragraph(`${counts.join(", ")} and ${counted(part.conflicts, "conflict")}.`);
  if (part.fullest.rows.length === 0) return section("Addresses", [text]);
  return section("Addresses", [
    text,
    ...listTable(part.fullest, {
      title: "Subnets, the fullest first",
      width,
      noun: "subnet",
      columns: [
        { name: "Name", share: 34, cell: ({ name }) => shorten(name) },
        { name: "Network", share: 24, cell: ({ cidr }) => cidr },
        { name: "Used", share: 18, isFigure: true, cell: ({ used, total }) => `${used} of ${total}` },
        { name: "", share: 9, isFigure: true, cell: ({ percent }) => formatPercent(percent) },
        { name: "", share: 20, cell: ({ percent }, own) => usageBar(percent, own) },
      ],
    }),
  ]);
}
