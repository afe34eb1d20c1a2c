/** Counts a call of a tool. @throws ApiError 429 where the user has made as many as it may within the window. */
export type CountToolCall = (userId: number) => Promise<void>;
