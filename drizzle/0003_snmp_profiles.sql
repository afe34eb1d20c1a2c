CREATE TABLE "snmp_profiles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "snmp_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"version" text NOT NULL,
	"port" integer NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"retries" integer NOT NULL,
	"username" text,
	"auth_protocol" text,
	"priv_protocol" text,
	"context" text,
	"secrets" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "snmp_profiles_name" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "snmp_profile_id" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_snmp_profile_id_snmp_profiles_id_fk" FOREIGN KEY ("snmp_profile_id") REFERENCES "public"."snmp_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_snmp_profile" ON "devices" USING btree ("snmp_profile_id");