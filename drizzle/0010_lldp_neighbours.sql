CREATE TABLE "lldp_neighbours" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lldp_neighbours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_device_id" bigint NOT NULL,
	"protocol" text NOT NULL,
	"local_port_index" bigint NOT NULL,
	"local_port_id" text,
	"local_port_description" text,
	"local_port_name" text,
	"remote_port_name" text,
	"remote_chassis_id" text NOT NULL,
	"remote_port_id" text,
	"remote_port_description" text,
	"remote_system_name" text,
	"remote_system_description" text,
	"management_address" text,
	"matched_device_id" bigint,
	"match_reason" text,
	"dismissed" boolean DEFAULT false NOT NULL,
	"last_seen" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lldp_schedule" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"interval_minutes" integer,
	CONSTRAINT "lldp_schedule_one_row" CHECK ("lldp_schedule"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "lldp_sources" (
	"id" bigint PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"claim_token" bigint DEFAULT 0 NOT NULL,
	"scanned_at" timestamp (3) with time zone,
	"complete_at" timestamp (3) with time zone,
	"error" text,
	"notes" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "relationships" ADD COLUMN "origin" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "lldp_neighbours" ADD CONSTRAINT "lldp_neighbours_source_device_id_devices_id_fk" FOREIGN KEY ("source_device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lldp_neighbours" ADD CONSTRAINT "lldp_neighbours_matched_device_id_devices_id_fk" FOREIGN KEY ("matched_device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lldp_sources" ADD CONSTRAINT "lldp_sources_id_devices_id_fk" FOREIGN KEY ("id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lldp_neighbours_key" ON "lldp_neighbours" USING btree ("source_device_id","protocol","local_port_index","remote_chassis_id");--> statement-breakpoint
CREATE INDEX "lldp_neighbours_matched" ON "lldp_neighbours" USING btree ("matched_device_id");--> statement-breakpoint
CREATE INDEX "lldp_sources_due" ON "lldp_sources" USING btree ("due_at") WHERE "lldp_sources"."due_at" IS NOT NULL;