CREATE TABLE "device_import_verdicts" (
	"import_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"verdicts" text NOT NULL,
	CONSTRAINT "device_import_verdicts_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
ALTER TABLE "device_imports" ADD COLUMN "verdict_bytes" integer;--> statement-breakpoint
ALTER TABLE "device_import_verdicts" ADD CONSTRAINT "device_import_verdicts_import_id_device_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."device_imports"("id") ON DELETE cascade ON UPDATE no action;