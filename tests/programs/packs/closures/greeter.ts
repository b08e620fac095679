export interface Greeting {
  name: string;
}

/** Its methods are captured with its instances. */
export class Greeter {
  #times: number;
  static salutation = 'Hello';

  constructor(readonly mark: string, times: number) {
    this.#times = times;
  }

  greet({ name }: Greeting): string {
    return Array.from({ length: this.#times }, () => greet(name, this.mark)).join(", ");
  }
}

export const greet = (name: string, mark = "?"): string => `${Greeter.salutation} ${name}${mark}`;
