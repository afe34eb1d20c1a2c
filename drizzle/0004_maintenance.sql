CREATE TABLE "maintenance_scopes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_scopes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"maintenance_id" bigint NOT NULL,
	"device_id" bigint,
	"group_id" bigint,
	"site_id" bigint,
	"service_check_id" bigint,
	"monitor_id" bigint,
	"tag" text,
	CONSTRAINT "maintenance_scopes_one_thing" CHECK (num_nonnulls("maintenance_scopes"."device_id", "maintenance_scopes"."group_id", "maintenance_scopes"."site_id", "maintenance_scopes"."service_check_id", "maintenance_scopes"."monitor_id", "maintenance_scopes"."tag") = 1)
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_windows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"description" text,
	"is_enabled" boolean NOT NULL,
	"covers_everything" boolean NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"cron" text,
	"time_zone" text,
	"duration_minutes" integer,
	"valid_from" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	"exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maintenance_windows_schedule" CHECK (CASE WHEN "maintenance_windows"."cron" IS NULL
        THEN num_nonnulls("maintenance_windows"."starts_at", "maintenance_windows"."ends_at") = 2 AND "maintenance_windows"."starts_at" < "maintenance_windows"."ends_at"
        ELSE num_nonnulls("maintenance_windows"."time_zone", "maintenance_windows"."duration_minutes") = 2
          AND num_nonnulls("maintenance_windows"."starts_at", "maintenance_windows"."ends_at") = 0 END)
);
--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_maintenance_id_maintenance_windows_id_fk" FOREIGN KEY ("maintenance_id") REFERENCES "public"."maintenance_windows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_group_id_topology_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."topology_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_service_check_id_service_checks_id_fk" FOREIGN KEY ("service_check_id") REFERENCES "public"."service_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_scopes" ADD CONSTRAINT "maintenance_scopes_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_scopes_maintenance" ON "maintenance_scopes" USING btree ("maintenance_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_device" ON "maintenance_scopes" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_group" ON "maintenance_scopes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_site" ON "maintenance_scopes" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_service_check" ON "maintenance_scopes" USING btree ("service_check_id");--> statement-breakpoint
CREATE INDEX "maintenance_scopes_monitor" ON "maintenance_scopes" USING btree ("monitor_id");