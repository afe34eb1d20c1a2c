CREATE TABLE "discovery_hosts" (
	"scan_id" bigint NOT NULL,
	"address" "inet" NOT NULL,
	"find" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discovery_hosts_scan_id_address_pk" PRIMARY KEY("scan_id","address")
);
--> statement-breakpoint
CREATE TABLE "discovery_observations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discovery_observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"schedule_id" bigint NOT NULL,
	"scan_id" bigint,
	"device_id" bigint,
	"observation_type" text NOT NULL,
	"subject_key" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"is_ignored" boolean DEFAULT false NOT NULL,
	"ignored_until" timestamp (3) with time zone,
	"reason" text,
	"ip_address" text,
	"mac_address" text,
	"hostname" text,
	"summary" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "discovery_presences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discovery_presences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"schedule_id" bigint NOT NULL,
	"ip_address" text NOT NULL,
	"mac_address" text,
	"hostname" text,
	"device_id" bigint,
	"last_scan_id" bigint NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"missed_scans" integer DEFAULT 0 NOT NULL,
	"reported_key" text,
	"silent_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "discovery_scan_calls" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"called_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discovery_scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discovery_scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"schedule_id" bigint,
	"user_id" bigint,
	"operation_id" uuid,
	"target" text NOT NULL,
	"scan_type" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"host_count" integer NOT NULL,
	"result_count" integer DEFAULT 0 NOT NULL,
	"error" text,
	"methods" text[] DEFAULT '{}' NOT NULL,
	"notes" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "discovery_schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discovery_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"target" text NOT NULL,
	"scan_type" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"interval_minutes" integer NOT NULL,
	"confirms_large_scan" boolean NOT NULL,
	"topology_group_id" bigint,
	"site_id" bigint,
	"snmp_profile_id" bigint,
	"snmp_targets" text[] DEFAULT '{}' NOT NULL,
	"notification_targets" text[] DEFAULT '{}' NOT NULL,
	"quiet_hours" jsonb,
	"last_run_at" timestamp (3) with time zone,
	"last_scan_id" bigint,
	"last_status" text,
	"last_error" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"claim_token" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discovery_settled_macs" (
	"mac_address" text PRIMARY KEY NOT NULL,
	"settled_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "discovery_hosts" ADD CONSTRAINT "discovery_hosts_scan_id_discovery_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."discovery_scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_observations" ADD CONSTRAINT "discovery_observations_schedule_id_discovery_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."discovery_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_presences" ADD CONSTRAINT "discovery_presences_schedule_id_discovery_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."discovery_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_scan_calls" ADD CONSTRAINT "discovery_scan_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_scans" ADD CONSTRAINT "discovery_scans_schedule_id_discovery_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."discovery_schedules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_scans" ADD CONSTRAINT "discovery_scans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_scans" ADD CONSTRAINT "discovery_scans_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_schedules" ADD CONSTRAINT "discovery_schedules_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_schedules" ADD CONSTRAINT "discovery_schedules_topology_group_id_topology_groups_id_fk" FOREIGN KEY ("topology_group_id") REFERENCES "public"."topology_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_schedules" ADD CONSTRAINT "discovery_schedules_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery_schedules" ADD CONSTRAINT "discovery_schedules_snmp_profile_id_snmp_profiles_id_fk" FOREIGN KEY ("snmp_profile_id") REFERENCES "public"."snmp_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "discovery_observations_unresolved" ON "discovery_observations" USING btree ("schedule_id","observation_type","subject_key") WHERE "discovery_observations"."status" <> 'resolved';--> statement-breakpoint
CREATE INDEX "discovery_observations_seen" ON "discovery_observations" USING btree ("status","last_seen_at","id");--> statement-breakpoint
CREATE INDEX "discovery_observations_schedule" ON "discovery_observations" USING btree ("schedule_id","status");--> statement-breakpoint
CREATE INDEX "discovery_observations_resolved" ON "discovery_observations" USING btree ("resolved_at") WHERE "discovery_observations"."status" = 'resolved';--> statement-breakpoint
CREATE INDEX "discovery_presences_schedule" ON "discovery_presences" USING btree ("schedule_id");--> statement-breakpoint
CREATE INDEX "discovery_scans_schedule" ON "discovery_scans" USING btree ("schedule_id","id");--> statement-breakpoint
CREATE INDEX "discovery_scans_operation" ON "discovery_scans" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "discovery_scans_running" ON "discovery_scans" USING btree ("id") WHERE "discovery_scans"."status" = 'running';--> statement-breakpoint
CREATE INDEX "discovery_schedules_due" ON "discovery_schedules" USING btree ("due_at") WHERE "discovery_schedules"."is_enabled";