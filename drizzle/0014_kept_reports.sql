CREATE TABLE "kept_reports" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"kept_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "kept_reports" ADD CONSTRAINT "kept_reports_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;