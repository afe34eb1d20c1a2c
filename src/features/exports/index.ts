export type { ExportFile } from "./export-file";
export { exportInventory } from "./inventory";
export { InventoryExportQuery } from "./inventory-models";
export { exportList, ListExportQuery } from "./lists/list-export";
export { LIST_EXPORTS } from "./lists/lists";
export { FirewallExportQuery } from "./models";
export { ReportQuery } from "./report/models";
export { printReport } from "./report/print";
export { exportFirewallEvents } from "./service";
