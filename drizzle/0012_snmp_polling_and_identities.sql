CREATE TABLE "forwarding_entries" (
	"device_id" bigint NOT NULL,
	"filtering_id" bigint NOT NULL,
	"mac_address" "macaddr" NOT NULL,
	"port_index" integer NOT NULL,
	"vlan" integer,
	"since" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone,
	CONSTRAINT "forwarding_entries_key" PRIMARY KEY("device_id","filtering_id","mac_address")
);
--> statement-breakpoint
CREATE TABLE "forwarding_leads" (
	"device_id" bigint NOT NULL,
	"port_index" integer NOT NULL,
	"to_device_id" bigint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "forwarding_leads_key" PRIMARY KEY("device_id","port_index","to_device_id")
);
--> statement-breakpoint
CREATE TABLE "forwarding_places" (
	"mac_address" "macaddr" PRIMARY KEY NOT NULL,
	"device_id" bigint NOT NULL,
	"port_index" integer NOT NULL,
	"reason" text NOT NULL,
	"known_by" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forwarding_ports" (
	"device_id" bigint NOT NULL,
	"port_index" integer NOT NULL,
	"name" text NOT NULL,
	"alias" text,
	"macs" integer NOT NULL,
	CONSTRAINT "forwarding_ports_key" PRIMARY KEY("device_id","port_index")
);
--> statement-breakpoint
CREATE TABLE "forwarding_switches" (
	"device_id" bigint PRIMARY KEY NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"complete_at" timestamp (3) with time zone,
	"entries" integer NOT NULL,
	"own_addresses" "macaddr"[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_ports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_ports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"name" text NOT NULL,
	"if_index" bigint NOT NULL,
	"description" text,
	"alias" text,
	"type" integer,
	"mtu" bigint,
	"speed" double precision,
	"mac_address" text,
	"admin_status" text NOT NULL,
	"oper_status" text NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_ports_device_name" UNIQUE("device_id","name")
);
--> statement-breakpoint
CREATE TABLE "port_counters" (
	"device_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"counters" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "port_hour_days" (
	"port_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"hours" "bytea" NOT NULL,
	CONSTRAINT "port_hour_days_port_id_starts_at_pk" PRIMARY KEY("port_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "port_sample_days" (
	"port_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"samples" "bytea" NOT NULL,
	CONSTRAINT "port_sample_days_port_id_starts_at_pk" PRIMARY KEY("port_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "port_samples" (
	"device_id" bigint NOT NULL,
	"part" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"samples" "bytea" NOT NULL,
	CONSTRAINT "port_samples_device_id_part_at_pk" PRIMARY KEY("device_id","part","at")
);
--> statement-breakpoint
CREATE TABLE "sensor_hour_days" (
	"sensor_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"hours" "bytea" NOT NULL,
	CONSTRAINT "sensor_hour_days_sensor_id_starts_at_pk" PRIMARY KEY("sensor_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "sensor_reading_days" (
	"sensor_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"readings" "bytea" NOT NULL,
	CONSTRAINT "sensor_reading_days_sensor_id_starts_at_pk" PRIMARY KEY("sensor_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "sensor_readings" (
	"sensor_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "sensor_readings_sensor_id_at_pk" PRIMARY KEY("sensor_id","at")
);
--> statement-breakpoint
CREATE TABLE "sensor_state_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sensor_state_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sensor_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"previous_state" text NOT NULL,
	"state" text NOT NULL,
	"value" double precision,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sensors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"key" text,
	"category" text NOT NULL,
	"name" text NOT NULL,
	"unit" text NOT NULL,
	"oid" text NOT NULL,
	"kind" text DEFAULT 'gauge' NOT NULL,
	"factor" double precision DEFAULT 1 NOT NULL,
	"divisor" double precision DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"warn_above" double precision,
	"critical_above" double precision,
	"warn_below" double precision,
	"critical_below" double precision,
	"clear_margin" double precision,
	"confirm_after" integer DEFAULT 2 NOT NULL,
	"value" double precision,
	"words" text,
	"agent_status" text,
	"read_at" timestamp (3) with time zone,
	"counter" text,
	"counter_up_time" bigint,
	"state" text DEFAULT 'unknown' NOT NULL,
	"state_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pending_state" text,
	"pending_polls" integer DEFAULT 0 NOT NULL,
	"gone_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sensors_divisor" CHECK ("sensors"."divisor" <> 0)
);
--> statement-breakpoint
CREATE TABLE "snmp_polls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "snmp_polls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"poller" text NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"claim_token" bigint DEFAULT 0 NOT NULL,
	"polled_at" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "snmp_polls_device_poller" UNIQUE("device_id","poller")
);
--> statement-breakpoint
CREATE TABLE "tool_results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tool_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"device_id" bigint,
	"finding" jsonb NOT NULL,
	"size_bytes" integer NOT NULL,
	"ran_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kept_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_identities" (
	"device_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"source" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_identities_kind_value_device_id_pk" PRIMARY KEY("kind","value","device_id")
);
--> statement-breakpoint
ALTER TABLE "discovery_scans" ADD COLUMN "engine" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "discovery_scans" ADD COLUMN "exclude" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "discovery_schedules" ADD COLUMN "engine" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "discovery_schedules" ADD COLUMN "exclude" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "serial_number" text;--> statement-breakpoint
ALTER TABLE "forwarding_entries" ADD CONSTRAINT "forwarding_entries_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_leads" ADD CONSTRAINT "forwarding_leads_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_leads" ADD CONSTRAINT "forwarding_leads_to_device_id_devices_id_fk" FOREIGN KEY ("to_device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_places" ADD CONSTRAINT "forwarding_places_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_ports" ADD CONSTRAINT "forwarding_ports_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_switches" ADD CONSTRAINT "forwarding_switches_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_ports" ADD CONSTRAINT "device_ports_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "port_counters" ADD CONSTRAINT "port_counters_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "port_hour_days" ADD CONSTRAINT "port_hour_days_port_id_device_ports_id_fk" FOREIGN KEY ("port_id") REFERENCES "public"."device_ports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "port_sample_days" ADD CONSTRAINT "port_sample_days_port_id_device_ports_id_fk" FOREIGN KEY ("port_id") REFERENCES "public"."device_ports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "port_samples" ADD CONSTRAINT "port_samples_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_hour_days" ADD CONSTRAINT "sensor_hour_days_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_reading_days" ADD CONSTRAINT "sensor_reading_days_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_readings" ADD CONSTRAINT "sensor_readings_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_state_changes" ADD CONSTRAINT "sensor_state_changes_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snmp_polls" ADD CONSTRAINT "snmp_polls_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_results" ADD CONSTRAINT "tool_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_results" ADD CONSTRAINT "tool_results_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_identities" ADD CONSTRAINT "device_identities_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forwarding_entries_mac" ON "forwarding_entries" USING btree ("mac_address");--> statement-breakpoint
CREATE INDEX "forwarding_leads_to" ON "forwarding_leads" USING btree ("to_device_id");--> statement-breakpoint
CREATE INDEX "forwarding_places_port" ON "forwarding_places" USING btree ("device_id","port_index","mac_address");--> statement-breakpoint
CREATE INDEX "device_ports_gone" ON "device_ports" USING btree ("gone_at");--> statement-breakpoint
CREATE INDEX "port_hour_days_starts_at" ON "port_hour_days" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "port_sample_days_starts_at" ON "port_sample_days" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "port_samples_at" ON "port_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sensor_hour_days_starts_at" ON "sensor_hour_days" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "sensor_reading_days_starts_at" ON "sensor_reading_days" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "sensor_state_changes_sensor" ON "sensor_state_changes" USING btree ("sensor_id","at");--> statement-breakpoint
CREATE INDEX "sensor_state_changes_at" ON "sensor_state_changes" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "sensors_found" ON "sensors" USING btree ("device_id","key") WHERE "sensors"."key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "sensors_device" ON "sensors" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "sensors_trouble" ON "sensors" USING btree ("state") WHERE "sensors"."state" IN ('warning', 'critical');--> statement-breakpoint
CREATE INDEX "snmp_polls_due" ON "snmp_polls" USING btree ("due_at") WHERE "snmp_polls"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tool_results_device" ON "tool_results" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "tool_results_unkept" ON "tool_results" USING btree ("user_id","id") WHERE "tool_results"."device_id" IS NULL;--> statement-breakpoint
CREATE INDEX "tool_results_age" ON "tool_results" USING btree ("ran_at");--> statement-breakpoint
CREATE INDEX "device_identities_device" ON "device_identities" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "devices_serial_number" ON "devices" USING btree (lower("serial_number"));--> statement-breakpoint
ALTER TABLE "port_counters" ALTER COLUMN "counters" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "port_samples" ALTER COLUMN "samples" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "port_sample_days" ALTER COLUMN "samples" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "port_hour_days" ALTER COLUMN "hours" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "sensor_reading_days" ALTER COLUMN "readings" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "sensor_hour_days" ALTER COLUMN "hours" SET STORAGE EXTERNAL;
