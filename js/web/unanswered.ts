// Registrations of an SDK of another ecosystem that the engine has not answered yet.

export const unanswered = { count: 0 };
