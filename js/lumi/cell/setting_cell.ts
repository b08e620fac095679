// A secret of the configuration. Stored code reads its current value: see dynamic/provider_code.ts.

import { Cell } from "./cell.ts";
import type { Setting, SettingForm } from "./setting.ts";

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
