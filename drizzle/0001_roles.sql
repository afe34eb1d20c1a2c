-- Calls per API key and window. Unlogged: a counter costs no WAL, and a crash forgives at most one window.
CREATE UNLOGGED TABLE "api_key_windows" (
	"key_id" bigint PRIMARY KEY,
	"started_at" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
INSERT INTO "roles" ("name", "permissions", "is_builtin") VALUES
	('NetworkAdmin', ARRAY['topology_write', 'security_view', 'tools_passive', 'tools_active', 'inventory_export', 'firewall_export', 'report_export', 'ipam_write', 'monitoring_write', 'alert_write'], true),
	('SecurityAnalyst', ARRAY['security_view', 'tools_passive', 'firewall_export'], true),
	('Viewer', ARRAY['tools_passive'], true);
