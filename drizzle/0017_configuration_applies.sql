CREATE TABLE "configuration_applies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "configuration_applies_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"username" text NOT NULL,
	"note" text,
	"format" text NOT NULL,
	"bundle" text NOT NULL,
	"only" text[],
	"prune" text[] NOT NULL,
	"counts" jsonb NOT NULL,
	"sentences" text[] NOT NULL,
	"audit_id" bigint,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "configuration_applies" ADD CONSTRAINT "configuration_applies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configuration_applies_position" ON "configuration_applies" USING btree ("position");