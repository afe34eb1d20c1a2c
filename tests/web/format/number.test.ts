import { expect, test } from "bun:test";
import {
  formatBitRate,
  formatBound,
  formatBytes,
  formatCount,
  formatNumber,
  formatPercent,
  formatRate,
  formatTile,
  formatUptime,
} from "../../../src/web/format/number";

test.each([
  [formatNumber(14_212), "14,212"],
  [formatNumber(0), "0"],
  [formatNumber(null), "–"],
  [formatNumber(18_446_744_073_709_551_616n), "18,446,744,073,709,551,616"],
  [formatBound(10_000, true), "10,000+"],
  [formatTile(99_999), "99,999"],
  [formatTile(1_289_000), "1.28 M"],
  [formatTile(128_400), "128 k"],
  [formatBytes(3_672_197_824), "3.42 GiB"],
  [formatBytes(512), "512 B"],
  [formatBitRate(940_000_000), "940 Mbit/s"],
  [formatBitRate(1_000_000_000), "1 Gbit/s"],
  [formatBitRate(2_500_000_000), "2.5 Gbit/s"],
  [formatRate(1240.4), "1,240 /s"],
  [formatRate(0.42), "0.4 /s"],
  [formatPercent(0.999), "99 %"],
  [formatPercent(0.001), "<1 %"],
  [formatPercent(1), "100 %"],
  [formatPercent(null), "–"],
  [formatUptime(0.99999), "99.99 %"],
  [formatUptime(0.9995), "99.95 %"],
  [formatCount(1, ["device", "devices"]), "1 device"],
  [formatCount(1200, ["device", "devices"]), "1,200 devices"],
])("%s is %s", (shown, wanted) => {
  expect(shown).toBe(wanted);
});
