ALTER TABLE "check_results" DROP CONSTRAINT "check_results_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "check_rollups" DROP CONSTRAINT "check_rollups_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "incidents" DROP CONSTRAINT "incidents_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "check_result_days" DROP CONSTRAINT "check_result_days_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "check_result_hours" DROP CONSTRAINT "check_result_hours_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "state_changes" DROP CONSTRAINT "state_changes_target_id_check_targets_id_fk";
