// A secret of the configuration. Stored code reads its current value: see dynamic/provider_code.ts.

import { Cell } from "./cell.ts";

/** How the text of a setting is read. */
export type SettingForm = "string" | "number" | "boolean" | "object";

/** Where a value is in the configuration. */
export interface Setting {
  /** With its namespace. */
  readonly key: string;
  readonly form: SettingForm;
  /** The member of a structured value; empty for the whole. */
  readonly path: readonly string[];
}

export class SettingCell extends Cell {
  constructor(value: unknown, private readonly key: string, private readonly form: SettingForm) {
    super();
    this.isSecret = true;
    this.settle(value);
  }

  override setting(): Setting {
    return { key: this.key, form: this.form, path: [] };
  }
}
