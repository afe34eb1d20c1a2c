CREATE TABLE "operation_files" (
	"operation_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"permission" text
);
--> statement-breakpoint
ALTER TABLE "operation_files" ADD CONSTRAINT "operation_files_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;