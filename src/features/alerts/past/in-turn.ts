import type { Course } from "../rehearsal/course";

/** What was read at once, walked like what is not. */
// oxlint-disable-next-line require-await -- nothing is waited for
export async function* inTurn(courses: readonly Course[]): AsyncGenerator<Course> {
  yield* courses;
}
