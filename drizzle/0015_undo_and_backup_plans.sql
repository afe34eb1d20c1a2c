CREATE TABLE "backup_plan" (
	"id" smallint PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_target" (
	"id" smallint PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"endpoint" text NOT NULL,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"prefix" text NOT NULL,
	"path_style" boolean NOT NULL,
	"access_key_id" text NOT NULL,
	"secret_access_key" text NOT NULL,
	"passphrase" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_trials" (
	"place" text NOT NULL,
	"filename" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"took_ms" bigint NOT NULL,
	"is_by_hand" boolean NOT NULL,
	"error" text,
	CONSTRAINT "backup_trials_place_filename_pk" PRIMARY KEY("place","filename")
);
--> statement-breakpoint
ALTER TABLE "backup_runs" ADD COLUMN "place" text DEFAULT 'folder' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_imported" ON "audit_log" USING gin ((after -> 'created') jsonb_path_ops) WHERE action LIKE 'topology.devices_bulk_imported%';--> statement-breakpoint
CREATE INDEX "audit_log_updated_by_import" ON "audit_log" USING gin ((before -> 'updated')) WHERE action LIKE 'topology.devices_bulk_imported%';--> statement-breakpoint
CREATE INDEX "audit_log_bulk_updated" ON "audit_log" USING gin (before) WHERE action = 'topology.devices_bulk_updated';