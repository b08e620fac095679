// A todo, and its rules.

import { HttpError } from "lumi/cloud";

export interface Todo {
  id: string;
  text: string;
  done: boolean;
  /** As ISO text. */
  created: string;
}

export interface TodoEvent {
  what: "added" | "done" | "deleted" | "tidied up";
  todo: Todo;
  /** As ISO text. */
  time: string;
}

/** A todo from what a client sent. */
export function newTodo(data: unknown): Todo {
  const text = (data as Partial<Todo> | null)?.text;
  if (typeof text !== "string" || text.trim() === "") {
    throw new HttpError(400, "a todo needs a text");
  }
  return { id: crypto.randomUUID(), text: text.trim(), done: false, created: new Date().toISOString() };
}
