import { randomDigits } from "./store.js";

/** Manages the smallest type: its objects are made and deleted. */
export class Note {
  #store;

  constructor(store) {
    this.#store = store;
  }

  async create({ target, inputs }) {
    const id = `${this.#store.prefix}${target.name}-${randomDigits()}`;
    await this.#store.write(id, "Note", 1, inputs);
    return { id, outputs: inputs };
  }

  delete({ id }) {
    return this.#store.remove(id, "Note");
  }
}
